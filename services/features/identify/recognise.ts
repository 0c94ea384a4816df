import { SAME, SoundIndex } from '../../engine/batch/sound.js';
import { type FileType, slotLabel, type SlotType, slotTypes } from '../../platform/domain-words.js';
import { clockTime } from '../../platform/text.js';
import type { Identity, UnknownFile } from './identify.schema.js';

/** A file that the reader may know of. */
export interface KnownFile {
  /** Null for a file in staging. */
  fileId: string | null;
  fileType: FileType;
  fileName: string;
  trackNumber: number | null;
  title: string | null;
  slotType: SlotType | null;
  /** False once a newer file has replaced it. */
  isCurrent: boolean;
  /** The newest edition that has it. */
  edition: number | null;
  sha256: string | null;
  samplesSha256: string | null;
  durationS: number | null;
  fingerprint: number[] | null;
}

/** Files that agree this closely with the best one are equally likely. */
const CLOSE = 0.005;
/** Lengths that differ by less are the same: MP3s are padded. */
const SAME_LENGTH_S = 1;

/** Says which of the known files a file is. */
export function recognise(file: UnknownFile, known: readonly KnownFile[]): Identity {
  const best = (candidates: KnownFile[]) => candidates.sort(byLikelihood)[0];
  const exact = best(known.filter(({ sha256 }) => sha256 === file.sha256));
  if (exact) return answer('exact', exact, `This is ${described(exact)}.`);
  const { samplesSha256 } = file;
  const samples = samplesSha256 && best(known.filter((each) => each.samplesSha256 === samplesSha256));
  if (samples)
    return answer('samples', samples, `The samples are those of ${described(samples)}. Only tags or headers differ.`);
  const packed = best(known.filter((each) => file.otherSamplesSha256.includes(each.samplesSha256 ?? '')));
  if (packed)
    return answer('samples', packed, `This is ${formOf(file)} with exactly the samples of ${described(packed)}.`);
  const sound = best(soundingAlike(file.fingerprint, known));
  if (sound) return answer('sound', sound, `${copyOf(file)} ${described(sound)}.${lengthOf(file, sound)}`);
  return {
    match: 'none',
    isOlder: false,
    fileId: null,
    sentence: NOT_FROM_HERE[isComparable(file.fingerprint) ? 'heard' : 'silent'],
  };
}

const NOT_FROM_HERE = {
  heard: 'This file is not from here: neither its bytes nor its sound match anything.',
  silent: 'This file is not from here. It has no sound that can be compared, so only exact copies would be recognised.',
};

const answer = (match: Identity['match'], { fileId, isCurrent }: KnownFile, sentence: string): Identity => ({
  match,
  isOlder: !isCurrent,
  fileId,
  sentence,
});

/** Finals before staged files and originals, newest versions first, then in the order of formats. */
function byLikelihood(one: KnownFile, other: KnownFile): number {
  const rank = ({ fileId, fileType, isCurrent, slotType }: KnownFile) =>
    (fileId === null ? 1_000 : 0) +
    (fileType === 'upload' ? 500 : 0) +
    (isCurrent ? 0 : 100) +
    (slotType ? slotTypes.indexOf(slotType) : slotTypes.length);
  return rank(one) - rank(other) || (other.edition ?? 0) - (one.edition ?? 0);
}

/** 'an older version of track 3 “Ember”, CD Master, edition 1'. */
function described({
  fileId,
  fileType,
  fileName,
  trackNumber,
  title,
  slotType,
  isCurrent,
  edition,
}: KnownFile): string {
  const track = trackNumber === null ? (title === null ? null : `“${title}”`) : `track ${trackNumber} “${title ?? ''}”`;
  const place = [track ?? `“${fileName}”`, slotType && slotLabel(slotType)].filter(Boolean).join(', ');
  if (fileId === null) return `${place}, which is in staging and not released yet (“${fileName}”)`;
  if (fileType === 'upload') return `“${fileName}”, which was sent to be mastered`;
  const whole = [place, edition === null ? null : `edition ${edition}`].filter(Boolean).join(', ');
  return isCurrent ? whole : `an older version of ${whole}`;
}

type Form = NonNullable<UnknownFile['container']>;
const LOSSY: Partial<Record<Form, string>> = { mp3: 'an MP3', aac: 'an AAC file', ogg: 'an Ogg file' };
const LOSSLESS: Partial<Record<Form, string>> = { flac: 'a FLAC', aiff: 'an AIFF', aifc: 'an AIFF' };

const formOf = ({ container }: UnknownFile): string => (container && LOSSLESS[container]) ?? 'a WAV';

function copyOf({ container }: UnknownFile): string {
  const lossy = container && LOSSY[container];
  return lossy ? `This is ${lossy} of` : 'This is the same recording in another form as';
}

function lengthOf({ durationS }: UnknownFile, known: KnownFile): string {
  if (durationS === null || known.durationS === null) return '';
  if (Math.abs(durationS - known.durationS) <= SAME_LENGTH_S) return '';
  return ` It lasts ${clockTime(Math.round(durationS))} instead of ${clockTime(Math.round(known.durationS))}.`;
}

/** The files that sound most alike; empty if none is the same recording. */
function soundingAlike(fingerprint: readonly number[], known: readonly KnownFile[]): KnownFile[] {
  if (!isComparable(fingerprint)) return [];
  const heard = known.filter(({ fingerprint: print }) => print && isComparable(print));
  const matches = new SoundIndex(heard.map(({ fingerprint: print }) => print!)).compare([...fingerprint]);
  const agreements = matches.map((match) => match?.agreement ?? 0);
  const most = Math.max(0, ...agreements);
  return most < SAME ? [] : heard.filter((_, index) => agreements[index]! >= most - CLOSE);
}

/** Share of equal items from which it is silence or one tone. */
const MONOTONOUS = 0.5;
const MIN_ITEMS = 16;

/** Whether a fingerprint says anything: those of silence are all alike. */
function isComparable(fingerprint: readonly number[]): boolean {
  if (fingerprint.length < MIN_ITEMS) return false;
  const counts = new Map<number, number>();
  for (const item of fingerprint) counts.set(item, (counts.get(item) ?? 0) + 1);
  return Math.max(...counts.values()) < fingerprint.length * MONOTONOUS;
}
