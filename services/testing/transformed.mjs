// Our TypeScript as JavaScript, decorators included. Results are cached for other processes and runs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const options = {
  ...JSON.parse(readFileSync(new URL('../../.swcrc', import.meta.url), 'utf8')),
  exclude: [],
  sourceMaps: true,
  swcrc: false,
};
const { version } = require('@swc/core/package.json');
const folder = fileURLToPath(new URL('../../node_modules/.cache/swc/', import.meta.url));
mkdirSync(folder, { recursive: true });

/** The file's code, and the path of its source map. */
export function transformed(filename) {
  const source = readFileSync(filename, 'utf8');
  const key = createHash('sha1')
    .update([version, JSON.stringify(options), filename, source].join('\0'))
    .digest('hex');
  const path = `${folder}${key}.js`;
  const map = `${path}.map`;
  if (!existsSync(path)) {
    // Loaded only if needed: it takes longer than reading what is cached.
    const result = require('@swc/core').transformSync(source, { ...options, filename });
    write(map, result.map);
    write(path, result.code);
  }
  return { code: readFileSync(path, 'utf8'), map };
}

/** Other processes may read while this one writes. */
function write(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
