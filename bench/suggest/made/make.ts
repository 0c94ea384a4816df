// npm run make:suggest: writes trust.json (read during work on the engine) and unread.json (with different words and
// seeds)
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Draw } from '../draw.js';
import { NAME_FAMILIES } from './families-names.js';
import { THIN_FAMILIES } from './families-thin.js';
import { Words } from './words.js';

const EACH = 10;

function write(file: string, seed: number, half: 0 | 1): void {
  const scenarios = Object.entries({ ...NAME_FAMILIES, ...THIN_FAMILIES }).flatMap(([name, family], f) =>
    Array.from({ length: EACH }, (_, i) => {
      const draw = new Draw(seed + 1000 * f + i);
      return family(draw, new Words(draw, half), `${name}-${i + 1}`);
    }),
  );
  writeFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), `${JSON.stringify({ scenarios }, null, 1)}\n`);
}

write('trust.json', 1, 0);
write('unread.json', 7_777_777, 1);
