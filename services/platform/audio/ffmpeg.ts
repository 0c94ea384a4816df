import { AV_LOG_QUIET } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';

// What FFmpeg has to say of strange files would fill the log; results and error codes tell enough.
Log.setLevel(AV_LOG_QUIET);

/** Throws an FFmpegError naming the action when FFmpeg's result is an error code. */
export function check(result: number, action: string): void {
  FFmpegError.throwIfError(result, action);
}
