/** Why a file could not be read; `timed_out`, `out_of_memory` and `crashed` describe the child that read it. */
export const audioErrorCodes = [
  'empty',
  'not_audio',
  'unsupported',
  'undecodable',
  'too_long',
  'too_many_channels',
  'rate_out_of_range',
  'too_many_samples',
  'timed_out',
  'out_of_memory',
  'crashed',
  'unreadable',
] as const;
export type AudioErrorCode = (typeof audioErrorCodes)[number];

/**
 * A file that could not be read. `message` is a sentence for the engineer without the file's name. Trying again may
 * help only if `transient` is true: then the machine, not the file, was at fault.
 */
export class AudioError extends Error {
  readonly code: AudioErrorCode;
  readonly transient: boolean;
  /** For the log: the child's last output. */
  readonly detail: string | undefined;

  constructor(code: AudioErrorCode, message: string, detail?: string) {
    super(message);
    this.name = 'AudioError';
    this.code = code;
    this.transient = code === 'unreadable';
    this.detail = detail;
  }
}
