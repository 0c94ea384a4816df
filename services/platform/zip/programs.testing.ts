import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, it } from '@jest/globals';
import { areInstalled } from '../../testing/programs.js';
import type { ZipLayout } from './layout.js';

const run = promisify(execFile);

/** Each checks every file of an archive against its checksum, and fails with an exit code. */
const PROGRAMS: Record<string, string[]> = {
  unzip: ['-tqq'],
  bsdtar: ['-xOf'],
  python3: ['-m', 'zipfile', '-t'],
  '7z': ['t', '-bd'],
};

/** A test for each program that unpacks archives. Without the program it is skipped with a message. */
export function describePrograms(title: string, fill: (path: string) => Promise<void>): void {
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zip-test-'));
    path = join(folder, 'archive.zip');
    await fill(path);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  for (const program of Object.keys(PROGRAMS)) {
    (areInstalled([program], title) ? it : it.skip)(`${title} by ${program}`, () => unpackWith(program, path));
  }
}

/** @throws with the end of its output if the program refuses the archive */
async function unpackWith(program: string, path: string): Promise<void> {
  const shell = `exec "$0" "$@" > "${path}.out" 2>&1 || { tail -c 2000 "${path}.out"; exit 1; }`;
  // Without a locale, bsdtar refuses names that are not ASCII.
  await run('sh', ['-c', shell, program, ...PROGRAMS[program]!, path], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
}

/** Tries the programs that are installed on an archive. @throws if one refuses it */
export async function tryPrograms(archive: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zip-test-'));
  const path = join(folder, 'archive.zip');
  try {
    await writeFile(path, archive);
    const installed = Object.keys(PROGRAMS).filter((program) => areInstalled([program], 'archives as they are sent'));
    for (const program of installed) await unpackWith(program, path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes an archive. A source of zeros leaves a hole in the file, which takes no space. */
export async function writeArchive(path: string, { pieces, sizeBytes }: ZipLayout<Buffer | null>): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.truncate(sizeBytes);
    for (const { start, bytes, source } of pieces) {
      const content = bytes ?? source;
      if (content) await file.write(content, 0, content.length, start);
    }
  } finally {
    await file.close();
  }
}
