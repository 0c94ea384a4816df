import { AV_LOG_QUIET } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';

// FFmpeg's messages about untrusted files would fill the log; results and error codes are enough.
Log.setLevel(AV_LOG_QUIET);

/** Throws an FFmpegError naming the action when FFmpeg's result is an error code. */
export function check(result: number, action: string): void {
  FFmpegError.throwIfError(result, action);
}
