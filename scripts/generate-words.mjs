// The domain's words, from `x-words` of openapi.json, as constants of the web: part of `npm run generate:client`.
import { readFileSync, writeFileSync } from 'node:fs';

const words = JSON.parse(readFileSync('openapi.json', 'utf8'))['x-words'];
const constants = Object.entries(words).map(
  ([name, list]) => `export const ${name} = ${JSON.stringify(list, null, 2)} as const;\n`,
);
writeFileSync(
  'web/src/api/generated/words.gen.ts',
  ['// Generated from openapi.json by scripts/generate-words.mjs\n', ...constants].join('\n'),
);
