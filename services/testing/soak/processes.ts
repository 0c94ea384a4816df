import { readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  pid: number;
  parent: number;
  /** With the process id it identifies a process uniquely. */
  startedAt: string;
  rssBytes: number;
}

const PAGE_BYTES = 4096;

/** Every process of this machine; none on a system without /proc. */
export function runningProcesses(): Map<number, RunningProcess> {
  const found = new Map<number, RunningProcess>();
  if (process.platform !== 'linux') return found;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!(pid > 0)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // proc(5): fields are counted after the name, which may contain spaces and ends with the last parenthesis.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z') continue;
      found.set(pid, {
        pid,
        parent: Number(fields[1]),
        startedAt: fields[19] ?? '',
        rssBytes: Number(fields[21]) * PAGE_BYTES,
      });
    } catch {
      // It has ended in the meantime.
    }
  }
  return found;
}

/** The children of a process, their children, and so on. */
export function descendants(all: Map<number, RunningProcess>, ancestor: number): RunningProcess[] {
  const children = [...all.values()].filter(({ parent }) => parent === ancestor);
  return children.flatMap((child) => [child, ...descendants(all, child.pid)]);
}

export const stillRuns = (all: Map<number, RunningProcess>, { pid, startedAt }: RunningProcess): boolean =>
  all.get(pid)?.startedAt === startedAt;
