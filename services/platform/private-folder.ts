import { chmod, mkdir } from 'node:fs/promises';

/** Makes a folder that only this user may enter, and closes one that is there to all others. */
export async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700).catch((error: NodeJS.ErrnoException) => {
    // A mounted folder may belong to another user, or its system may know no modes: then who mounts it decides.
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes(error.code ?? '')) throw error;
  });
}
