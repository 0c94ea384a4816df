// Part of `npm run check`: folders are at most three deep, and no feature holds a third of all.
import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';

const DEPTH = 3;
const LARGEST_SHARE = 1 / 3;
const GENERATED = 'web/src/api/generated/';

const files = (pattern) => globSync(pattern).map((file) => file.replaceAll(sep, '/'));
const faults = [];

for (const root of ['services', 'web/src']) {
  const folders = files(`${root}/**/*.*`)
    .filter((file) => !file.startsWith(GENERATED))
    .map((file) =>
      file
        .slice(root.length + 1)
        .split('/')
        .slice(0, -1),
    );
  for (const folder of new Set(folders.filter((names) => names.length > DEPTH).map((names) => names.join('/')))) {
    faults.push(`${root}/${folder} is more than ${DEPTH} folders below ${root}.`);
  }
}

const linesOf = (pattern) =>
  files(`${pattern}.{ts,tsx}`)
    .filter((file) => !file.startsWith(GENERATED))
    .reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0);

for (const [features, whole] of [
  ['services/features', 'services/features'],
  ['web/src/features', 'web/src'],
]) {
  const all = linesOf(`${whole}/**/*`);
  for (const feature of files(`${features}/*`)) {
    const share = linesOf(`${feature}/**/*`) / all;
    if (share >= LARGEST_SHARE) faults.push(`${feature} holds ${Math.round(100 * share)} % of all lines of ${whole}.`);
  }
}

for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
