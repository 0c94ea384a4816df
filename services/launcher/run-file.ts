import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, fingerprint } from '../platform/embedded/process.js';

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

/** How soon a launcher notices that those who started it are gone. */
const NOTICE_MS = 1_500;
/** Longer than an orderly stop takes. */
const STOP_MS = 60_000;

export class AlreadyRunning extends Error {}

/**
 * `launcher.json` in the data directory: who runs there. Keeps two launchers apart and lets a start find what a killed
 * one left behind. A process counts only when its start time and command line are the recorded ones.
 */
export class RunFile {
  private readonly path: string;
  private run: Run = { launcher: identify(process.pid), children: [] };

  constructor(dataDir: string) {
    this.path = join(dataDir, 'launcher.json');
  }

  /**
   * Takes the data directory over and ends what an earlier launcher left. One that is stopping is waited for.
   * Throws AlreadyRunning when one goes on running.
   */
  async claim(): Promise<void> {
    const draft = this.writeDraft();
    while (!this.publish(draft)) {
      const earlier = this.read();
      if (earlier && !(await this.untilEnded(earlier.launcher))) {
        rmSync(draft);
        const place = earlier.address ? ` at ${earlier.address}` : '';
        throw new AlreadyRunning(`Lacquer already runs${place} on this data (process ${earlier.launcher.pid}).`);
      }
      await Promise.all((earlier?.children ?? []).filter(isRunning).map((child) => endProcess(child.pid, 10_000)));
      rmSync(this.path, { force: true });
    }
    rmSync(draft);
  }

  /** Keeps the processes of this run and, once it is known, where it answers. */
  record(pids: (number | undefined)[], address?: string): void {
    this.run = { ...this.run, address, children: pids.filter((pid) => pid !== undefined).map(identify) };
    renameSync(this.writeDraft(), this.path);
  }

  /** Lets the next start wait for this one instead of giving up. */
  announceStop(): void {
    this.run = { ...this.run, stopping: true };
    renameSync(this.writeDraft(), this.path);
  }

  release(): void {
    rmSync(this.path, { force: true });
  }

  private async untilEnded(launcher: RunningProcess): Promise<boolean> {
    const since = Date.now();
    while (isRunning(launcher)) {
      if (Date.now() - since > (this.read()?.stopping ? STOP_MS : NOTICE_MS)) return false;
      await new Promise((next) => setTimeout(next, 50));
    }
    return true;
  }

  /** A file appears under its final name only when it is whole, so that nobody reads half of it. */
  private writeDraft(): string {
    const draft = `${this.path}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(this.run), { mode: 0o600 });
    return draft;
  }

  private publish(draft: string): boolean {
    try {
      linkSync(draft, this.path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return false;
    }
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
