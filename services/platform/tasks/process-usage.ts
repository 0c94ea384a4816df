import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
/** The kernel counts processor time for other programs in this unit, whatever its own is. */
const TICK_MS = 10;
/** How much longer than it may work a task may last, on a machine that others keep busy. */
const PATIENCE = 10;

/** Resident memory; undefined where the system does not report it. The kernel answers at once, from its counters. */
export function residentBytes(pid: number | undefined): number | undefined {
  const pages = read(pid, 'statm')?.split(' ')[1];
  return pages === undefined ? undefined : Number(pages) * PAGE_BYTES;
}

/** Processor time of all threads so far, in milliseconds; undefined where the system does not report it. */
function workedMs(pid: number | undefined): number | undefined {
  const stat = read(pid, 'stat');
  if (stat === undefined) return undefined;
  // The second field, the name, may contain anything and ends with the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function read(pid: number | undefined, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return undefined;
  }
}

/**
 * Measures the work of a process from now on. Processor time counts, because a busy machine is not the fault of the
 * work. Where the system does not report it, time counts.
 */
export class WorkClock {
  private readonly startedAt = performance.now();
  private readonly pid: number | undefined;
  private readonly workedBefore: number;

  constructor(pid: number | undefined) {
    this.pid = pid;
    this.workedBefore = workedMs(pid) ?? 0;
  }

  /** Whether the work has taken longer than `limitMs`, or hangs. */
  hasExceeded(limitMs: number): boolean {
    const lasted = performance.now() - this.startedAt;
    if (lasted <= limitMs) return false;
    const worked = workedMs(this.pid);
    return worked === undefined || worked - this.workedBefore > limitMs || lasted > PATIENCE * limitMs;
  }
}
