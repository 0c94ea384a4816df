// One analysis in a fresh process, as a child does it: prints its time and CPU time (without the start of Node) and peak memory.
import { readFileSync } from 'node:fs';
import { analyse } from '../../services/platform/audio/analyse.js';
import { defaultAudioLimits } from '../../services/platform/audio/limits.js';

const [path = '', what, outDir = ''] = process.argv.slice(2);
const [from, cpu] = [performance.now(), process.cpuUsage()];
await analyse({ path, fileName: path, outDir, limits: defaultAudioLimits, preview: what === 'preview' });
const ms = performance.now() - from;
const { user, system } = process.cpuUsage(cpu);
// Not resourceUsage().maxRSS: that begins with what the parent had when it forked.
const highWater = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, megabytes: Number(highWater) / 1024 }));
