// Part of `npm run check`: folders are at most three deep and do not import each other in circles, no feature contains a
// third of all lines, and the exports that programs import from the build exist.
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

for (const parent of ['', '/features', '/platform'].map((path) => `services${path}`)) {
  const circle = foldersInCircles(parent);
  if (circle.length > 0) faults.push(`Folders of ${parent} import each other in a circle: ${circle.join(', ')}.`);
}

/** The folders in `parent` that are part of a circle of imports, and those that import such folders. Tests do not count. */
function foldersInCircles(parent) {
  const folderOf = (file) => new RegExp(`^${parent}/([^/]+)/`).exec(file)?.[1];
  const imports = new Map();
  for (const file of files(`${parent}/**/*.ts`).filter((each) => !/\.(spec|test|testing)\.ts$/.test(each))) {
    const paths = [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)[ (]*'(\.[^']+)'/g)].map(
      ([, path]) => path,
    );
    const others = paths.map((path) => folderOf(posix.join(posix.dirname(file), path)));
    const own = folderOf(file);
    if (own) imports.set(own, new Set([...(imports.get(own) ?? []), ...others.filter((each) => each && each !== own)]));
  }
  for (let removed = true; removed;) {
    removed = false;
    for (const [folder, others] of imports) {
      if ([...others].some((each) => imports.has(each))) continue;
      imports.delete(folder);
      removed = true;
    }
  }
  return [...imports.keys()];
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
