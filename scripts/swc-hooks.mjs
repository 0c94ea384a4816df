// Lets a test start a TypeScript program of this repository, decorators included, without a build.
import './ts-hooks.mjs';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const options = {
  ...JSON.parse(readFileSync(new URL('../.swcrc', import.meta.url), 'utf8')),
  exclude: [],
  sourceMaps: 'inline',
  swcrc: false,
};

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
