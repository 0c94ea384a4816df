import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY and SQLITE_LOCKED: another process holds it. */
const HELD = new Set([5, 6]);

/**
 * The lock on a data directory. The operating system holds it for this process and releases it when the process ends in
 * any way. It also works between containers that share the directory, where process ids mean nothing. (Node offers file
 * locks only through SQLite; the file stays empty.)
 */
export class DataLock {
  private readonly path: string;
  private file: DatabaseSync | undefined;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'lock');
  }

  /** False when another process has it. */
  take(): boolean {
    const file = new DatabaseSync(this.path, { timeout: 0 });
    try {
      file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      this.file = file;
      return true;
    } catch (error) {
      file.close();
      if (HELD.has((error as { errcode?: number }).errcode ?? 0)) return false;
      throw error;
    }
  }

  release(): void {
    this.file?.close();
    this.file = undefined;
  }
}
