import { chmod, mkdir } from 'node:fs/promises';

/** Creates a folder that only this user may enter, or closes an existing one to all other users. */
export async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700).catch((error: NodeJS.ErrnoException) => {
    // A mounted folder may belong to another user, or its file system may not support modes: access is then up to
    // whoever mounted it.
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes(error.code ?? '')) throw error;
  });
}
