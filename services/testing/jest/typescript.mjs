import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

/** Path or address of a module → the file with its source map, for Jest. */
export const sourceMaps = new Map();

const options = {
  ...JSON.parse(readFileSync(new URL('../../../.swcrc', import.meta.url), 'utf8')),
  exclude: [],
  sourceMaps: true,
  swcrc: false,
};
const folder = join(tmpdir(), `lacquer-jest-${process.getuid?.() ?? ''}`);

/**
 * From here on Node loads our TypeScript, and `@jest/globals` is ours. Results are cached for other workers and runs.
 */
export function loadTypeScript() {
  mkdirSync(folder, { recursive: true });
  enableCompileCache(join(folder, 'node'));
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return next(new URL('./globals.mjs', import.meta.url).href, context);
      if (isOurs(context.parentURL) && /^\.{1,2}\//.test(specifier)) {
        const source = new URL(withEnding(specifier), context.parentURL);
        if (existsSync(source)) return next(source.href, context);
      }
      return next(specifier, context);
    },
    load(url, context, next) {
      if (!isOurs(url)) return next(url, context);
      return { format: 'module', source: transformed(url), shortCircuit: true };
    },
  });
}

/** `./x.js` is written for Node and `./x` for Vite; both mean `./x.ts`. */
function withEnding(specifier) {
  return specifier.replace(/(\.js)?(\?.*)?$/, (_ending, _js, query = '') => `.ts${query}`);
}

function isOurs(url) {
  return url !== undefined && /^file:.*\.ts(\?.*)?$/.test(url) && !url.includes('/node_modules/');
}

function transformed(url) {
  const filename = fileURLToPath(url);
  const source = readFileSync(filename, 'utf8');
  const key = createHash('sha1')
    .update([version, JSON.stringify(options), filename, source].join('\0'))
    .digest('hex');
  const path = join(folder, `${key}.js`);
  const map = `${path}.map`;
  if (!existsSync(path)) {
    const result = transformSync(source, { ...options, filename });
    write(map, result.map);
    write(path, result.code);
  }
  for (const name of [url, filename]) sourceMaps.set(name, map);
  return readFileSync(path, 'utf8');
}

/** Other workers may read while this one writes. */
function write(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
