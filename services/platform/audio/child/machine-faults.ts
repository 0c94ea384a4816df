import {
  AVERROR_EACCES,
  AVERROR_EIO,
  AVERROR_EMFILE,
  AVERROR_ENOENT,
  AVERROR_ENOMEM,
  AVERROR_ENOSPC,
} from 'node-av/constants';
import { FFmpegError } from 'node-av/lib';

const DISK = 'It could not be read from the disk.';
const FULL = 'The server’s disk is full.';
const BUSY = 'The server could not read it just now.';

const OF_FFMPEG = new Map<number, string>([
  [AVERROR_EACCES, DISK],
  [AVERROR_EIO, DISK],
  [AVERROR_ENOENT, DISK],
  [AVERROR_ENOSPC, FULL],
  [AVERROR_EMFILE, BUSY],
  [AVERROR_ENOMEM, BUSY],
]);

const DISK_CODES = new Set(['EACCES', 'EIO', 'EISDIR', 'ENOENT', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS', 'ESTALE']);
const FULL_CODES = new Set(['EDQUOT', 'ENOSPC']);
/** Calls of the file system. Others, such as starting a process, fail with the same codes. */
const FILE_CALL =
  /^(access|chmod|chown|close|copyfile|fchmod|fstat|ftruncate|link|lstat|mkdir|mkdtemp|open|read|rename|rm|rmdir|scandir|stat|unlink|write)$/;

/**
 * A sentence for errors that are the machine's fault, not the file's; undefined for anything else. Only errors of file
 * system calls count as the disk's.
 */
export function machineFault(error: unknown): string | undefined {
  if (error instanceof FFmpegError) return OF_FFMPEG.get(error.code);
  if (!(error instanceof Error && 'syscall' in error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (FULL_CODES.has(code ?? '')) return FULL;
  return DISK_CODES.has(code ?? '') && FILE_CALL.test(syscall ?? '') ? DISK : BUSY;
}
