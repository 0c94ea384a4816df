// Runs one analysis in a new process, as a child does, and prints its time, its CPU time (without the start of Node)
// and its peak memory.
import { readFileSync } from 'node:fs';
import { analyse } from '../../services/platform/audio/analyse.js';
import { defaultAudioLimits } from '../../services/platform/audio/limits.js';

const [path = '', what, outDir = ''] = process.argv.slice(2);
const [from, cpu] = [performance.now(), process.cpuUsage()];
await analyse({ path, fileName: path, outDir, limits: defaultAudioLimits, preview: what === 'preview' });
const ms = performance.now() - from;
const { user, system } = process.cpuUsage(cpu);
// Not resourceUsage().maxRSS, which starts at the parent's value when the process is forked.
const highWater = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, megabytes: Number(highWater) / 1024 }));
