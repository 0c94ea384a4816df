import { constants, createWriteStream } from 'node:fs';
import { chown, copyFile, link, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bothEnds } from '../../storage/byte-range.js';
import { confinedUser } from '../../tasks/confined.js';
import { makeTemporaryFolder } from '../../temporary-folders.js';

const READ_BY_ALL = 0o004;
/** Results are a few megabytes; smaller pieces take several times as long. */
const COPIED_AT_ONCE = 1024 ** 2;

export interface LentFile {
  /** The path at which the reader finds the file. */
  path: string;
  /** A folder in which it may write. */
  folder: string;
}

/**
 * Runs `use` with a file that a reader without rights can read, and with a folder of its own; both are removed
 * afterwards. The file keeps its extension, because FFmpeg needs it to recognise an MP3 after a large picture.
 */
export async function lend<T>(path: string, extent: 'whole' | 'ends', use: (lent: LentFile) => Promise<T>): Promise<T> {
  const folder = await makeTemporaryFolder('lent');
  try {
    const user = confinedUser();
    if (!user) return await use({ path, folder });
    const lent = join(folder, `file${/\.[a-z0-9]{1,5}$/i.exec(path)?.[0] ?? ''}`);
    await show(path, lent, extent);
    await chown(folder, user.uid, user.gid);
    return await use({ path: lent, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files up to this size are copied whole even if only the header is read: a picture may come before the sound. */
const COPIED_WHOLE_BYTES = 128 * 1024 ** 2;

/** Creates a hard link if the file is readable by all and on the same disk, otherwise a copy of the requested part. */
async function show(path: string, lent: string, extent: 'whole' | 'ends'): Promise<void> {
  const { mode, size } = await stat(path);
  const isLinked =
    (mode & READ_BY_ALL) !== 0 &&
    (await link(path, lent).then(
      () => true,
      () => false,
    ));
  if (isLinked) return;
  if (extent === 'ends' && size > COPIED_WHOLE_BYTES) return showEnds(path, size, lent);
  await copyFile(path, lent, constants.COPYFILE_FICLONE);
  const file = await open(lent, 'r');
  await file.chmod(0o444).finally(() => file.close());
}

/** The rest reads as zeros. */
async function showEnds(path: string, size: number, lent: string): Promise<void> {
  const from = await open(path, 'r');
  try {
    const to = await open(lent, 'wx', 0o444);
    try {
      await to.chmod(0o444);
      await to.truncate(size);
      for (const { start, end } of bothEnds(size)) {
        const { buffer, bytesRead } = await from.read(Buffer.alloc(end - start + 1), 0, end - start + 1, start);
        await to.write(buffer, 0, bytesRead, start);
      }
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** Copies a result of the process without rights: only a plain file with one name, not a link. */
export async function takeOver(made: string, path: string): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const from = await open(made, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await from.stat();
    if (!found.isFile() || found.nlink !== 1)
      throw new Error('a reading process left something that is not a plain file');
    await pipeline(from.createReadStream({ highWaterMark: COPIED_AT_ONCE }), createWriteStream(path));
  } finally {
    await from.close();
  }
}
