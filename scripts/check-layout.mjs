// Part of `npm run check`: folders are at most three deep, the files and folders in a folder do not import each other in
// circles, no feature contains a third of all lines, and the exports that programs import from the build exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';

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

for (const [folder, imports] of importsByFolder()) {
  const circle = inCircles(imports);
  if (circle.length > 0) faults.push(`In ${folder}, these import each other in a circle: ${circle.join(', ')}.`);
}

/** By folder: the files and folders in it, each with those beside it that it imports. Tests do not count. */
function importsByFolder() {
  const sources = new Set(
    files('{bench,infra,scripts,services,web/src,web/e2e}/**/*.{ts,tsx,js,mjs}').filter(
      (file) => !file.startsWith(GENERATED) && !/\.(spec|test|testing|e2e)\.tsx?$/.test(file),
    ),
  );
  const folders = new Map();
  for (const file of sources) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import)[ (]*'(\.[^']+)'/g)) {
      const other = sourceOf(posix.join(posix.dirname(file), path), sources);
      if (!other) continue;
      const [names, others] = [file.split('/'), other.split('/')];
      const depth = names.findIndex((name, i) => name !== others[i]);
      const folder = names.slice(0, depth).join('/') || 'the repository';
      const imports = folders.get(folder) ?? new Map();
      folders.set(folder, imports.set(names[depth], (imports.get(names[depth]) ?? new Set()).add(others[depth])));
    }
  }
  return folders;
}

/** The source of an imported module: `x.js` and `x` are written for `x.ts`, and a folder for its index. */
function sourceOf(module, sources) {
  const stem = module.replace(/\.js$/, '');
  return [module, `${stem}.ts`, `${stem}.tsx`, `${stem}/index.ts`].find((path) => sources.has(path));
}

/** Those that are part of a circle, or between two circles. */
function inCircles(imports) {
  const left = new Map(imports);
  const isImported = (name) => [...left.values()].some((others) => others.has(name));
  const leads = (others) => [...others].some((other) => left.has(other));
  for (let size = 0; size !== left.size;) {
    size = left.size;
    for (const [name, others] of left) if (!isImported(name) || !leads(others)) left.delete(name);
  }
  return [...left.keys()];
}

// No compiler checks these programs.
for (const program of files('{bench,infra,scripts}/**/*.mjs')) {
  for (const [, names, path] of readFileSync(program, 'utf8').matchAll(
    /import {([^}]+)} from '[./]+dist\/([^']+)\.js'/g,
  )) {
    const source = `services/${path}.ts`;
    const text = existsSync(source) ? readFileSync(source, 'utf8') : '';
    for (const name of names.split(',').map((each) => each.trim())) {
      if (!new RegExp(`^export .*\\b${name}\\b`, 'm').test(text))
        faults.push(`${program} imports ${name}, which ${source} lacks.`);
    }
  }
}

for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
