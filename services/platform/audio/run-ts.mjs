// Lets Node run the TypeScript sources as they are (types stripped): './x.js' in a .ts file means './x.ts'.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const fromSource = context.parentURL?.endsWith('.ts') && specifier.startsWith('.') && specifier.endsWith('.js');
    return next(fromSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
