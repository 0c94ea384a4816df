import type { EntityManager } from 'typeorm';
import type { SampleFormat } from '../../audio-headers/sample-format.js';
import { selectRows } from '../../platform/database/rows.js';
import type { Storage } from '../../platform/storage/storage.js';
import { samplesIn, STORED_MASTER, type StoredMaster } from '../audio/stored-samples.lib.js';

/** The CD master of a track that was released last. */
export interface CdMaster extends StoredMaster {
  trackId: string;
  fileId: string;
  sha256: string | null;
  /** Whether the client has approved these bytes. */
  isApproved: boolean;
}

const mastersOf = (which: string) => `
  SELECT slots.track_id AS "trackId", files.id AS "fileId", files.original_name AS "fileName",
    audio.sha256, ${STORED_MASTER},
    coalesce(approvals.verdict = 'approved' AND approvals.sha256 = audio.sha256, false) AS "isApproved"
  FROM tracks
    JOIN slots ON slots.track_id = tracks.id AND slots.slot_type = 'cd_master'
    JOIN files ON ${which} AND files.deleted_at IS NULL
    JOIN audio ON audio.id = files.audio_id
    LEFT JOIN approvals ON approvals.file_id = files.id
  WHERE tracks.project_id = $1
  ORDER BY files.created_at DESC, files.id DESC`;

const CURRENT = mastersOf('files.id = slots.file_id');
const REPLACED = mastersOf(`files.track_id = tracks.id AND files.slot_type = slots.slot_type
      AND files.id IS DISTINCT FROM slots.file_id AND files.completed_at IS NOT NULL`);

/** The released CD masters of a project. */
export const cdMasters = (manager: EntityManager, projectId: string): Promise<CdMaster[]> =>
  selectRows<CdMaster>(manager, CURRENT, [projectId]);

/** The CD masters that later ones have replaced, the newest first. */
export const replacedCdMasters = (manager: EntityManager, projectId: string): Promise<CdMaster[]> =>
  selectRows<CdMaster>(manager, REPLACED, [projectId]);

/** The samples of a master within its stored file: 16 bits, 44.1 kHz, stereo. */
export interface Samples {
  objectKey: string;
  /** Size of the whole stored file. */
  objectBytes: number;
  from: number;
  sizeBytes: number;
  /** AIFF has the bytes of each sample in the other order. */
  isSwapped: boolean;
}

/** The samples, or the reason for users why a DDP cannot be made of this master. */
export type FoundSamples = { samples: Samples; refusal: null } | { samples: null; refusal: string };

const RATE = 44_100;
const BITS = 16;
const CHANNELS = 2;

const refused = (refusal: string): FoundSamples => ({ samples: null, refusal });

export async function samplesOf(storage: Storage, master: CdMaster): Promise<FoundSamples> {
  const { fileName, objectKey, sizeBytes: objectBytes, container } = master;
  const found = await samplesIn(storage, master);
  if (!found) {
    return refused(`${fileName} is ${container?.toUpperCase()}. A DDP is made of the samples of a WAV or AIFF.`);
  }
  if (typeof found === 'string') return refused(found);
  const { format, from, sizeBytes } = found;
  if (!isCd(format)) return refused(`${fileName} is ${formatOf(format)}. A CD needs 16-bit, 44.1 kHz, stereo.`);
  const bytes = sizeBytes - (sizeBytes % (CHANNELS * (BITS / 8)));
  return {
    samples: { objectKey, objectBytes, from, sizeBytes: bytes, isSwapped: !format.littleEndian },
    refusal: null,
  };
}

const isCd = ({ channels, sampleRateHz, validBits, storedBits, encoding }: SampleFormat): boolean =>
  channels === CHANNELS && sampleRateHz === RATE && validBits === BITS && storedBits === BITS && encoding === 'integer';

/** Such as `24-bit, 96 kHz, stereo`. */
function formatOf({ channels, sampleRateHz, validBits, encoding }: SampleFormat): string {
  const bits = encoding === 'other' ? 'compressed' : `${validBits}-bit${encoding === 'float' ? ' float' : ''}`;
  const rate = sampleRateHz === null ? 'of an unknown rate' : `${Math.round(sampleRateHz / 10) / 100} kHz`;
  return [bits, rate, ['', 'mono', 'stereo'][channels] ?? `${channels} channels`].join(', ');
}
