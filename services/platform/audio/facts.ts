import { z } from 'zod';
import { audioContainers } from '../../audio-headers/containers.js';
import type { Heard } from '../../audio-tags/tags.js';

/** The file's own tags: ID3, Vorbis comments, RIFF INFO, bext, iXML, axml. `isrc` is normalised (CCXXXYYNNNNN). */
export const audioTagsSchema = z.object({
  title: z.string().nullable(),
  artist: z.string().nullable(),
  album: z.string().nullable(),
  albumArtist: z.string().nullable(),
  trackNumber: z.number().int().nullable(),
  trackTotal: z.number().int().nullable(),
  discNumber: z.number().int().nullable(),
  isrc: z.string().nullable(),
  date: z.string().nullable(),
  genre: z.string().nullable(),
  comment: z.string().nullable(),
});
export type AudioTags = z.infer<typeof audioTagsSchema>;

/**
 * The data in the header, before anything is decoded. `bitsStored` is the word length in use (24 in a 32-bit container
 * that says so), null for lossy codecs; `durationS` is null when the header does not contain it.
 */
export const probeFactsSchema = z.object({
  container: z.enum(audioContainers),
  codec: z.string(),
  sampleRateHz: z.number().int(),
  channels: z.number().int(),
  bitsStored: z.number().int().nullable(),
  float: z.boolean(),
  durationS: z.number().nullable(),
  tags: audioTagsSchema,
});
export type ProbeFacts = z.infer<typeof probeFactsSchema>;

/**
 * Where FFmpeg finds the sound of a file by its own reading of the header. `frames` are samples per channel, null if the
 * header does not say; `soundBytes` those of uncompressed samples, null for others; `soundAt` is the position of the first
 * packet in bytes, in an MP3 after the frame that describes the others.
 */
export const plainFactsSchema = z.object({
  sampleRateHz: z.number().int(),
  frames: z.number().int().nullable(),
  soundBytes: z.number().int().nullable(),
  soundAt: z.number().int(),
});
export type PlainFacts = z.infer<typeof plainFactsSchema>;

export const audioWarningCodes = [
  'truncated',
  'damaged',
  'length_differs',
  'unknown_data',
  'format_changes',
  'coded_inside',
  'wrong_md5',
  'silent',
  'invalid_samples',
  'true_peak_over',
  'clipped',
  'channel_silent',
  'channels_identical',
  'polarity_inverted',
  'padded',
  'lossy_source',
  'dc_offset',
  'head_silence',
  'tail_silence',
  'abrupt_start',
  'abrupt_end',
] as const;

/** `code` is stable; `message` is a sentence for the engineer. */
export const audioWarningSchema = z.object({
  code: z.enum(audioWarningCodes),
  message: z.string(),
  /**
   * Where in the sound it is: the first few places in seconds. Missing for warnings without a place and for older
   * analyses.
   */
  atS: z.array(z.number()).optional(),
});
export type AudioWarning = z.infer<typeof audioWarningSchema>;

/**
 * Figures for the lathe, of whole sides of a record only. `sibilanceDbfs` is the loudest tenth of a second between 5 and
 * 10 kHz; the shares are those of the difference of the channels in all energy below 150 Hz: 0 is mono, 1 opposite. The
 * places are those that concern the cutting engineer, the worst first.
 */
export const latheFactsSchema = z.object({
  sibilanceDbfs: z.number().nullable(),
  sibilanceAtS: z.array(z.number()),
  bassSideShare: z.number().nullable(),
  widestBassShare: z.number().nullable(),
  wideBassAtS: z.array(z.number()),
});
export type LatheFacts = z.infer<typeof latheFactsSchema>;

/**
 * The sound of a file from two speakers, the same in every quality: `integratedLufs` is its loudness, `loweredDb` the whole
 * decibels by which it is played lower, so that no sample is above full scale, and `mix` the linear gains of three and more
 * channels to the left and to the right.
 */
export const playedSoundSchema = z.object({
  integratedLufs: z.number().nullable(),
  loweredDb: z.number().int(),
  mix: z.array(z.array(z.number())).nullable(),
});
export type PlayedSound = z.infer<typeof playedSoundSchema>;

/**
 * The results of decoding the whole file. Levels that do not exist (digital silence, too short to measure) are null.
 * `bitsEffective` counts the bits in use, `dcOffset` is the mean of each channel with full scale = 1, `leadSilenceS`
 * and `tailSilenceS` are the time below −60 dBFS at both ends, `sizeBytes`, `sha256` and `crc32` describe the file.
 */
export const analysisFactsSchema = z.object({
  container: z.enum(audioContainers),
  codec: z.string(),
  sampleRateHz: z.number().int(),
  channels: z.number().int(),
  bitsStored: z.number().int().nullable(),
  bitsEffective: z.number().int().nullable(),
  float: z.boolean(),
  durationS: z.number(),
  complete: z.boolean(),
  silent: z.boolean(),
  loudness: z.object({
    integratedLufs: z.number().nullable(),
    lraLu: z.number().nullable(),
    maxMomentaryLufs: z.number().nullable(),
    maxShortTermLufs: z.number().nullable(),
  }),
  /** Missing in analyses of earlier versions. */
  played: playedSoundSchema.nullable().optional(),
  truePeakDbtp: z.number().nullable(),
  samplePeakDbfs: z.number().nullable(),
  clippedSamples: z.number().int(),
  clipRuns: z.number().int(),
  dcOffset: z.array(z.number()),
  leadSilenceS: z.number(),
  tailSilenceS: z.number(),
  tags: audioTagsSchema,
  warnings: z.array(audioWarningSchema),
  lathe: latheFactsSchema.optional(),
  engine: z.string(),
  sha256: z.string(),
  /** Null if the samples were not found; missing in analyses of earlier versions. */
  samplesSha256: z.string().nullable().optional(),
  /**
   * MD5 of a FLAC's samples in hexadecimal: as its header has it, null if it is not set, and as it should be. Null for other
   * codecs, and if rate or channels change; missing in analyses of earlier versions.
   */
  flacMd5: z.object({ stored: z.string().nullable(), decoded: z.string() }).nullable().optional(),
  /**
   * The parts that a tagged copy of the file leaves out, or why there is none, in words to be put into a sentence, and the titles
   * and ISRCs in it that no sheet replaces. `added` is stated in its header alone. Missing in analyses of earlier versions.
   */
  copy: z
    .object({
      none: z.string().nullable(),
      left: z.array(z.string()),
      says: z.array(z.object({ place: z.string(), field: z.enum(['title', 'isrc']), value: z.string() })),
      added: z.array(z.string()),
    })
    .optional(),
  crc32: z.number().int(),
  sizeBytes: z.number().int(),
});
export type AnalysisFacts = z.infer<typeof analysisFactsSchema>;

/** Samples per channel that were decoded; null without an analysis. */
export const decodedFrames = (facts: Pick<AnalysisFacts, 'durationS' | 'sampleRateHz'> | null): number | null =>
  facts && Math.round(facts.durationS * facts.sampleRateHz);

/** The facts on which a tagged copy depends; null without an analysis. */
export function heardOf(facts: AnalysisFacts | null): Heard | null {
  const frames = decodedFrames(facts);
  return frames === null ? null : { frames, flacMd5: facts?.flacMd5?.decoded ?? null };
}
