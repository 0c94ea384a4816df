import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Identity } from '../tasks/confined.js';

/**
 * Says why programs of that user (of this process by default) cannot read and write the null device, and how to repair
 * it. Undefined if they can.
 */
export function nullDeviceFault(identity?: Identity, path = '/dev/null'): string | undefined {
  if (process.platform === 'win32') return undefined;
  // Streams that are ignored would be the device itself.
  const { status } = spawnSync('/bin/sh', ['-c', ': <"$0" && : >>"$0"', path], { stdio: 'pipe', ...identity });
  if (status === 0) return undefined;
  const user = identity ? `The user ${identity.uid}, who runs the embedded database,` : 'This user';
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isCharacterDevice()) return `${user} cannot read and write ${path}. Run as root: chmod 666 ${path}`;
  const repair = process.platform === 'linux' ? ` Run as root: rm -f ${path}; mknod -m 666 ${path} c 1 3` : '';
  return `${user} cannot read and write ${path}, which is not a device.${repair}`;
}
