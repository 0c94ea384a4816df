// Measures the cost of a product that is not in use: CPU time, wake-ups and memory of each process, on Linux. The
// launcher, the API, the worker and the database run as `npm start` starts them, the demo is finished, and no browser
// is open.
//   npm run bench -- idle [--seconds 120]
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withProduct } from './product.mjs';

/** Processes that are kept for the next task end after this time; the first sweeps run during it. */
const SETTLE_MS = 75_000;
const TICKS_PER_SECOND = 100;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } });
const seconds = Number(values.seconds);

await withProduct({}, async (product) => {
  await pause(SETTLE_MS);
  const names = await programs(product);
  const before = await sample(product.launcherPid, names);
  const from = performance.now();
  await pause(seconds * 1000);
  const elapsed = (performance.now() - from) / 1000;
  const after = await sample(product.launcherPid, names);

  const rows = [...after].map(([pid, { name, ticks, switches, mib }]) => {
    const then = before.get(pid) ?? { ticks: 0, switches: 0 };
    return {
      process: name,
      'core %': round(((ticks - then.ticks) / TICKS_PER_SECOND / elapsed) * 100),
      'wake-ups/s': round((switches - then.switches) / elapsed),
      MiB: Math.round(mib),
    };
  });
  const sum = (column) => round(rows.reduce((total, row) => total + row[column], 0));
  console.table([
    ...rows.sort((a, b) => b['core %'] - a['core %']),
    { process: 'all', 'core %': sum('core %'), 'wake-ups/s': sum('wake-ups/s'), MiB: sum('MiB') },
  ]);
});

async function programs(product) {
  return new Map([
    [product.launcherPid, 'launcher'],
    [await product.pid('api'), 'API'],
    [await product.pid('worker'), 'worker'],
  ]);
}

/** The process and everything below it, by process id. CPU time includes children that have ended. */
async function sample(root, names) {
  const found = new Map();
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    // A process may end while it is read.
    const read = await readProcess(pid).catch(() => null);
    if (read) found.set(pid, read);
  }
  const isBelow = (pid) => pid === root || (found.has(pid) && isBelow(found.get(pid).parent));
  return new Map(
    [...found]
      .filter(([pid]) => isBelow(pid))
      .map(([pid, each]) => [pid, { ...each, name: names.get(pid) ?? each.title }]),
  );
}

async function readProcess(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // proc(5): ppid, then utime, stime, cutime and cstime.
  const [parent, ...ticks] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  const title = (await readFile(`/proc/${pid}/cmdline`, 'latin1')).split('\0').filter(Boolean).join(' ');
  return {
    parent,
    title: /\S+\.child\.\w+|\S+\.js/.exec(title)?.[0].split('/').at(-1) ?? title.slice(0, 60),
    ticks: ticks.reduce((sum, each) => sum + each, 0),
    switches: await switchesOf(pid),
    mib: await megabytes(pid),
  };
}

/** How often its threads went to sleep. */
async function switchesOf(pid) {
  let count = 0;
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const status = await readFile(`/proc/${pid}/task/${thread}/status`, 'latin1').catch(() => '');
    count += Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return count;
}

/** Its memory, including its share of the memory that it shares with others. */
async function megabytes(pid) {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1');
  return Number(/^Pss:\s*(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}

function round(value) {
  return Number(value.toFixed(2));
}
