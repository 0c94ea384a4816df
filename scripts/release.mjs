// `npm version minor -m 'release: %s'` runs this after numbering package.json and before committing with a tag: the new
// number becomes the heading of the entries under `Unreleased` in CHANGELOG.md, and the default of VERSION in
// docker-compose.yml.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const replace = (file, from, to) => {
  const text = readFileSync(file, 'utf8');
  if (!from.test(text)) throw new Error(`${file} has no ${from}.`);
  writeFileSync(file, text.replace(from, to));
};

const today = new Date().toISOString().slice(0, 10);
replace('CHANGELOG.md', /^## Unreleased\n(?=\n- )/m, `## Unreleased\n\nNothing yet.\n\n## ${version} (${today})\n`);
replace('docker-compose.yml', /(?<=VERSION: \$\{VERSION:-)[^}]+/, version);
replace('.env.example', /(?<=^#VERSION=).*/m, version);
execFileSync('git', ['add', 'CHANGELOG.md', 'docker-compose.yml', '.env.example']);
