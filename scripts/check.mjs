// `npm run check`: types, lint, dependency rules and unused code, side by side; prints what fails.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

const node = await prepare();
const tool = (path, ...args) => [join('node_modules', path), ...args];
const checks = {
  'types of services': tool('typescript/bin/tsc', '--noEmit'),
  'types of web': tool('typescript/bin/tsc', '--noEmit', '-p', 'web'),
  lint: tool('eslint/bin/eslint.js', '.', '--max-warnings', '0'),
  'dependency rules': tool('dependency-cruiser/bin/dependency-cruiser.mjs', 'services', 'web/src', 'web/e2e', 'bench', 'scripts'),
  'unused code': tool('knip/bin/knip.js'),
};

const startedAt = Date.now();
const results = await Promise.all(Object.entries(checks).map(([name, args]) => run(name, args)));
console.log(`${results.filter(Boolean).length} of ${results.length} checks passed in ${seconds(startedAt)} s`);
process.exit(results.every(Boolean) ? 0 : 1);

function run(name, args) {
  const from = Date.now();
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (code !== 0) console.error(`\n${name}:\n${output.trim()}\n`);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds(from)} s)`);
      resolve(code === 0);
    });
  });
}

function seconds(from) {
  return ((Date.now() - from) / 1000).toFixed(1);
}
