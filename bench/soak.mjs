// Runs the main job under load while worker, API and database are killed every few seconds, and checks at the end that
// nothing that was acknowledged is lost. In the last fifth nothing is killed, and memory must not grow.
//   npm run bench -- soak --minutes 30 [--seed 1]
import { parseArgs } from 'node:util';
import { soak } from '../dist/testing/soak/soak.js';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`${values.minutes} minutes, seed ${seed}`);
const { problems, ...report } = await soak({ seconds: Number(values.minutes) * 60, calm: 0.2, seed });
console.table(Object.fromEntries(Object.entries(report).map(([name, value]) => [name, { '': told(value) }])));
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'Nothing was lost and nothing came twice.' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function told(value) {
  if (value === null) return '–';
  if (typeof value === 'number') return Number(value.toFixed(1));
  return Object.entries(value)
    .map(([name, each]) => `${name} ${Array.isArray(each) ? each.join(' → ') : each}`)
    .join(', ');
}
