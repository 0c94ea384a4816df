import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataLock } from '../platform/embedded/data-lock.js';
import { endProcess, fingerprint } from '../platform/embedded/process.js';
import { StartError } from '../platform/start.js';

interface RunningProcess {
  pid: number;
  fingerprint: string | undefined;
}

interface Run {
  launcher: RunningProcess;
  address?: string;
  children: RunningProcess[];
  stopping?: boolean;
}

/** How soon a launcher notices that its parents have ended. */
const NOTICE_MS = 1_500;
/** Longer than a graceful stop takes. */
const STOP_MS = 60_000;

export class AlreadyRunning extends StartError {}

/**
 * Records who uses the data directory: a lock shows whether anyone does, `launcher.json` who and where. With it a start
 * finds what a killed launcher left; a process counts only when its start time and command line match.
 */
export class RunFile {
  private readonly path: string;
  private readonly lock: DataLock;
  private run: Run = { launcher: identify(process.pid), children: [] };

  constructor(dataDir: string) {
    this.path = join(dataDir, 'launcher.json');
    this.lock = new DataLock(dataDir);
  }

  /**
   * Claims the data directory and ends what an earlier launcher left. It waits for a launcher that is stopping.
   * @throws AlreadyRunning when another one keeps running.
   */
  async claim(): Promise<void> {
    const since = Date.now();
    while (!this.lock.take()) {
      const other = this.read();
      if (Date.now() - since > (other?.stopping ? STOP_MS : NOTICE_MS)) {
        const place = other?.address ? ` at ${other.address}` : '';
        const who = other ? ` (process ${other.launcher.pid})` : '';
        throw new AlreadyRunning(`Lacquer already runs${place} on this data${who}.`);
      }
      await new Promise((next) => setTimeout(next, 50));
    }
    const left = this.read()?.children ?? [];
    await Promise.all(left.filter(isRunning).map((child) => endProcess(child.pid, 10_000)));
    this.write();
  }

  /** Records the processes of this run and, once it is known, its address. */
  record(pids: (number | undefined)[], address?: string): void {
    this.run = { ...this.run, address, children: pids.filter((pid) => pid !== undefined).map(identify) };
    this.write();
  }

  /** Lets the next start wait for this one instead of giving up. */
  markStopping(): void {
    this.run = { ...this.run, stopping: true };
    this.write();
  }

  release(): void {
    rmSync(this.path, { force: true });
    this.lock.release();
  }

  /** The file gets its final name only when it is complete, so that a partial one is never read. */
  private write(): void {
    const draft = `${this.path}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(this.run), { mode: 0o600 });
    renameSync(draft, this.path);
  }

  private read(): Run | undefined {
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as Run;
    } catch {
      return undefined;
    }
  }
}

function identify(pid: number): RunningProcess {
  return { pid, fingerprint: fingerprint(pid) };
}

function isRunning(recorded: RunningProcess): boolean {
  return recorded.fingerprint !== undefined && fingerprint(recorded.pid) === recorded.fingerprint;
}
