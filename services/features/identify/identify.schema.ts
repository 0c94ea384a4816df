import { z } from 'zod';
import { audioContainers } from '../../audio-headers/containers.js';
import { id } from '../../platform/http/fields.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
/** Two minutes have 971 items. */
const MAX_ITEMS = 1_000;
const MAX_S = 1_000_000;

/** Formats of files that may be copies of a final, though no final can have them all. */
const unknownForms = [...audioContainers, 'aac', 'ogg'] as const;

/** Facts that a browser computed about a file. The file itself is not sent. */
export const unknownFileSchema = z
  .object({
    sha256,
    /** Checksum of the samples or frames alone. */
    samplesSha256: sha256.nullable().default(null),
    /** Checksums of the same samples in other files: uncompressed, or in the other byte order. */
    otherSamplesSha256: z.array(sha256).max(2).default([]),
    /** Chromaprint of the first two minutes. */
    fingerprint: z.array(z.int32()).max(MAX_ITEMS).default([]),
    container: z.enum(unknownForms).nullable().default(null),
    durationS: z.number().min(0).max(MAX_S).nullable().default(null),
  })
  .meta({ id: 'UnknownFile' });
export type UnknownFile = z.infer<typeof unknownFileSchema>;

export const identitySchema = z
  .object({
    /** `samples`: other tags around the same samples; `sound`: the same recording in another form. */
    match: z.enum(['exact', 'samples', 'sound', 'none']),
    isOlder: z.boolean(),
    /** The matching file; null when none matches, or one in staging. */
    fileId: id.nullable(),
    /** The answer for people. */
    sentence: z.string(),
  })
  .meta({ id: 'Identity' });
export type Identity = z.infer<typeof identitySchema>;
