import type { EntityManager } from 'typeorm';
import type { AnalysisFacts, AudioWarning } from '../../platform/audio/facts.js';
import { selectRows } from '../../platform/database/rows.js';
import { slotLabel, type SlotType } from '../../platform/domain-words.js';
import { isoTime } from '../../platform/http/fields.js';
import { oneDecimal } from '../../platform/text.js';
import type { Audio } from './audio.entity.js';
import type { CheckView } from './audio.schema.js';

type Finding = Omit<CheckView, 'accepted'>;

/** Kind of each warning of the analysis, and its acceptable range in the usual terms of audio engineering. */
const warnings: Record<AudioWarning['code'], [kind: string, threshold: string]> = {
  truncated: ['Ends before its declared length', 'decoded length as declared'],
  damaged: ['Damaged', 'every block readable'],
  length_differs: ['Differs from its declared length', 'a header with one length, the decoded one (MP3: within 0.5 s)'],
  unknown_data: ['Unknown data at the end', 'only named chunks behind the sound'],
  coded_inside: ['Another encoding than its format says', 'uncompressed samples in WAV and AIFF'],
  format_changes: ['Changes its format', 'one sample rate and number of channels'],
  wrong_md5: ['Differs from its own checksum', 'the MD5 of its samples in its header'],
  silent: ['Silent', 'some sound'],
  invalid_samples: ['Invalid samples', 'every sample a number'],
  true_peak_over: ['True peak above 0 dBTP', 'at most 0 dBTP'],
  clipped: ['Clipped', 'no run of 3 full-scale samples'],
  channel_silent: ['One channel is silent', 'sound in both channels'],
  channels_identical: ['Both channels are the same', 'channels that differ'],
  polarity_inverted: ['Channels of opposite polarity', 'correlation above −0.5'],
  padded: ['Fewer bits in use than stored', 'all stored bits in use'],
  lossy_source: ['No sound above 17 kHz', 'sound above 17 kHz'],
  dc_offset: ['DC offset above 0.1 %', 'at most 0.1 %'],
  head_silence: ['More than 0.5 s of silence at the start', 'at most 0.5 s'],
  tail_silence: ['More than 5 s of silence at the end', 'at most 5 s'],
  abrupt_start: ['Starts abruptly', 'first sample below −60 dBFS'],
  abrupt_end: ['Ends abruptly', 'last sample below −60 dBFS'],
};

/** Highest true peak in dBTP for slots whose files are encoded lossily afterwards. */
const CEILING_DBTP = -1;
const CODED: readonly SlotType[] = ['streaming_master', 'hires_master', 'instrumental_master', 'clean_master'];

/** Limits of the Red Book (CD audio). */
const CD = { bits: 16, sampleRateHz: 44_100, leastS: 4 };
/** Length in seconds that fits on one side of a 12-inch record at 33 rpm. */
const VINYL_SIDE_S = 23 * 60;

/** Findings against the slot's usual format and target. Loudness is never checked. */
function slotFindings(slotType: SlotType, facts: AnalysisFacts): Finding[] {
  const found: Finding[] = [];
  const find = (code: string, kind: string, message: string, threshold: string) =>
    found.push({ code, kind, message, threshold, atS: [] });
  const { sampleRateHz, bitsStored, durationS, truePeakDbtp } = facts;
  const label = slotLabel(slotType);
  const format = `${bitsStored === null ? facts.codec.toUpperCase() : `${bitsStored} bit`} at ${sampleRateHz / 1000} kHz`;
  if (bitsStored === null) {
    find(
      'lossy_format',
      'Lossy file in a slot for lossless ones',
      `${label}: it is ${format}, a lossy file.`,
      'a lossless file',
    );
  } else if (slotType === 'cd_master') {
    if (bitsStored !== CD.bits || sampleRateHz !== CD.sampleRateHz) {
      find(
        'wrong_format',
        'CD master not at 16 bit and 44.1 kHz',
        `${label}: it has ${format}; a CD takes 16 bit at 44.1 kHz.`,
        '16 bit at 44.1 kHz',
      );
    }
  } else if (bitsStored < 24) {
    find('wrong_format', 'Less than 24 bit', `${label}: it has ${format}; 24 bit is usual.`, 'at least 24 bit');
  }
  if (slotType === 'cd_master' && durationS < CD.leastS) {
    find(
      'too_short',
      'CD track shorter than 4 s',
      `${label}: a CD track lasts at least 4 s; this is ${durationS.toFixed(1)} s.`,
      'at least 4 s',
    );
  }
  if (slotType === 'vinyl_master' && durationS > VINYL_SIDE_S) {
    find(
      'too_long',
      'Too long for one side of a record',
      `${label}: too long for one side of a record at 33 rpm.`,
      'at most 23 min',
    );
  }
  if (CODED.includes(slotType) && truePeakDbtp !== null && truePeakDbtp > CEILING_DBTP && truePeakDbtp <= 0) {
    find(
      'above_ceiling',
      'True peak above −1 dBTP',
      `${label}: the true peak is ${oneDecimal(truePeakDbtp)} dBTP and may clip after lossy coding.`,
      'at most −1 dBTP',
    );
  }
  return found;
}

/** All findings that an engineer should look at before the audio is released in its slot. */
export function findingsOf(facts: AnalysisFacts | null, slotType: SlotType | null): Finding[] {
  if (!facts) return [];
  const general = facts.warnings.map(({ code, message, atS = [] }) => ({
    code,
    kind: warnings[code][0],
    message,
    threshold: warnings[code][1],
    atS,
  }));
  return slotType && !facts.silent ? [...general, ...slotFindings(slotType, facts)] : general;
}

export type Acceptances = ReadonlyMap<string, NonNullable<CheckView['accepted']>>;

const keyOf = (audioId: string, slotType: string, code: string) => `${audioId} ${slotType} ${code}`;

/** The findings that engineers have accepted for this audio. */
export async function acceptancesOf(manager: EntityManager, audioIds: string[]): Promise<Acceptances> {
  if (audioIds.length === 0) return new Map();
  const rows = await selectRows<{
    audioId: string;
    slotType: string;
    code: string;
    userName: string;
    at: Date;
    reason: string | null;
  }>(
    manager,
    `SELECT audio_id AS "audioId", slot_type AS "slotType", code, users.name AS "userName", accepted.created_at AS at, reason
     FROM accepted_checks accepted JOIN users ON users.id = user_id WHERE audio_id = ANY($1)`,
    [audioIds],
  );
  return new Map(
    rows.map(({ audioId, slotType, code, userName, at, reason }) => [
      keyOf(audioId, slotType, code),
      { userName, at: isoTime(at), reason },
    ]),
  );
}

export const checkViews = (
  { id, facts }: Pick<Audio, 'id' | 'facts'>,
  slotType: SlotType | null,
  acceptances: Acceptances,
): CheckView[] =>
  findingsOf(facts, slotType).map((finding) => ({
    ...finding,
    accepted: (slotType && acceptances.get(keyOf(id, slotType, finding.code))) ?? null,
  }));
