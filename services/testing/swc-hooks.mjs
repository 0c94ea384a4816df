// Lets a test start a TypeScript program of this repository, decorators included, without a build.
import '../platform/tasks/ts-hooks.mjs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformed } from './transformed.mjs';

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
    const { code, map } = transformed(fileURLToPath(url));
    return { format: 'module', source: `${code}\n//# sourceMappingURL=${pathToFileURL(map)}`, shortCircuit: true };
  },
});
