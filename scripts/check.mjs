// `npm run check`: runs types, format, lint, dependency rules, folders, unused code and commit subjects in parallel,
// and prints the output of those that fail.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

const node = await prepare({ pages: false });
const tool = (path, ...args) => [join('node_modules', path), ...args];
const checks = {
  'types of services, bench and scripts': tool('typescript/bin/tsc', '-p', 'bench'),
  'types of web': tool('typescript/bin/tsc', '--noEmit', '-p', 'web'),
  format: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  lint: tool('eslint/bin/eslint.js', '.', '--max-warnings', '0'),
  'dependency rules': tool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    'services',
    'web/src',
    'web/e2e',
    'bench',
    'scripts',
  ),
  layout: ['scripts/check-layout.mjs'],
  'unused code': tool('knip/bin/knip.js'),
};

const SUBJECT = /^(?=.{1,72}$)[a-z0-9][a-z0-9 ,./-]*: \S/;

const startedAt = Date.now();
const results = await Promise.all([
  ...Object.entries(checks).map(([name, args]) => run(name, args)),
  openApiIsCurrent(),
  commitSubjects(),
]);
console.log(`${results.filter(Boolean).length} of ${results.length} checks passed in ${seconds(startedAt)} s`);
process.exit(results.every(Boolean) ? 0 : 1);

async function openApiIsCurrent() {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-openapi-'));
  const fresh = join(folder, 'openapi.json');
  const isKept = () => readFileSync(fresh, 'utf8') === readFileSync(join(root, 'openapi.json'), 'utf8');
  try {
    return await run(
      'openapi.json',
      ['dist/api/write-openapi.js', fresh],
      () => isKept() || 'Not current: run npm run openapi.',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Checks the commits that are not on the remote's branch yet. Without a remote there is nothing to compare with. */
function commitSubjects() {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', 'origin/HEAD..HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  const bad = status === 0 ? stdout.split('\n').filter((subject) => subject && !SUBJECT.test(subject)) : [];
  if (bad.length > 0)
    console.error(`\ncommit subjects:\nWrite ‘area: what changed’ in at most 72 characters:\n${bad.join('\n')}\n`);
  console.log(`${bad.length === 0 ? 'ok    ' : 'FAILED'} commit subjects`);
  return bad.length === 0;
}

/** `judge` examines the output of a successful run: true, or a sentence with the fault. */
function run(name, args, judge = () => true) {
  const from = Date.now();
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const verdict = code === 0 ? judge() : output.trim();
      if (verdict !== true) console.error(`\n${name}:\n${verdict}\n`);
      console.log(`${verdict === true ? 'ok    ' : 'FAILED'} ${name} (${seconds(from)} s)`);
      resolve(verdict === true);
    });
  });
}

function seconds(from) {
  return ((Date.now() - from) / 1000).toFixed(1);
}
