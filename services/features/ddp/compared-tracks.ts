import {
  compareTrack,
  type Comparison,
  heldMaster,
  longerMaster,
  type OtherMaster,
  type Pcm,
  type TrackRange,
  trackRanges,
} from '../../ddp/compare.js';
import { error, type Finding, note } from '../../ddp/findings.js';
import type { Ddp, DdpTrack } from '../../ddp/read.js';
import { FRAME_BYTES, msf, SAMPLE_BYTES } from '../../ddp/time.js';
import type { Storage } from '../../platform/storage/storage.js';
import { clockTime } from '../../platform/text.js';
import type { ProjectDisc } from './discs.lib.js';
import { type CdMaster, type Samples, samplesOf } from './masters.lib.js';
import { readRange } from './zip-folder.js';

export interface ReportedTrack extends Pick<
  DdpTrack,
  'number' | 'title' | 'performer' | 'isrc' | 'pause' | 'start' | 'end'
> {
  /** The master that it was compared with; null without one. */
  compared: (Comparison & Pick<CdMaster, 'fileId' | 'fileName' | 'sha256' | 'isApproved'>) | null;
}

const masterPcm = (storage: Storage, { objectKey, from: start, sizeBytes, isSwapped }: Samples): Pcm => ({
  sizeBytes,
  async read(from, to) {
    const bytes = await readRange(storage, objectKey, start + from, start + to);
    return isSwapped ? bytes.swap16() : bytes;
  },
});

/** Compares all tracks of an image with the masters of a disc, and says what else they hold. */
export async function compareAll(
  storage: Storage,
  ddp: Ddp,
  image: Pcm | null,
  disc: ProjectDisc | null,
  replaced: readonly CdMaster[],
): Promise<{ tracks: ReportedTrack[]; findings: Finding[] }> {
  const findings: Finding[] = [];
  const tracks: ReportedTrack[] = [];
  const masters = ddp.tracks.map((_, at) => {
    const samples = disc?.tracks[at]?.samples;
    return samples ? masterPcm(storage, samples) : null;
  });
  const ranges = image ? await trackRanges(image, placesIn(ddp, masters)) : [];
  for (const [at, track] of ddp.tracks.entries()) {
    const { number, title, performer, isrc, pause, start, end } = track;
    const reported: ReportedTrack = { number, title, performer, isrc, pause, start, end, compared: null };
    tracks.push(reported);
    const range = ranges[at];
    if (!image || !range) continue;
    const [own, master] = [masters[at], disc?.tracks[at]?.master];
    if (!master || !own) {
      if (disc)
        findings.push(note('not_compared', `Track ${number} has no released CD master to compare with.`, number));
      continue;
    }
    const comparison = await compareTrack(image, range, own);
    const other = await masterInstead(image, range, own, comparison, otherMasters(storage, disc!, replaced, at));
    const { fileId, fileName, sha256, isApproved } = master;
    const isSame = comparison.isSame && other === null;
    reported.compared = { ...comparison, isSame, fileId, fileName, sha256, isApproved };
    findings.push(...differences(number, fileName, comparison));
    if (other) findings.push(error('other_master', `Track ${number} holds ${other.name}.`, number));
  }
  return { tracks, findings };
}

/** Index 01 of each track and of the next, in bytes. */
const placesIn = ({ tracks, leadOut, image }: Ddp, masters: readonly (Pcm | null)[]) =>
  tracks.map(({ start }, at) => {
    const end = tracks[at + 1]?.start ?? leadOut ?? image.frames;
    return start === null ? null : { start: start * FRAME_BYTES, end: end * FRAME_BYTES, master: masters[at]! };
  });

/** Another master that a track holds: one that it has more of than of its own, or one of which its own is only a part. */
async function masterInstead<T extends OtherMaster>(
  image: Pcm,
  range: TrackRange,
  own: Pcm,
  { isSame, extraSamplesBefore, extraSamples }: Comparison,
  others: AsyncIterable<T>,
): Promise<T | null> {
  if (!isSame) return heldMaster(image, range.start, own, others);
  return extraSamplesBefore + extraSamples > 0 ? longerMaster(image, range, others) : null;
}

/** The masters that a disc may hold at the place of a track by mistake: its own replaced ones first. */
async function* otherMasters(
  storage: Storage,
  { tracks, disc }: ProjectDisc,
  replaced: readonly CdMaster[],
  place: number,
): AsyncGenerator<OtherMaster & { name: string }> {
  const own = tracks[place]!.trackId;
  const inOrder = [...tracks.entries()].toSorted(([one], [other]) => Number(other === place) - Number(one === place));
  for (const [at, { trackId, samples }] of inOrder) {
    const { title } = disc.tracks[at]!;
    const isSameTrack = trackId === own;
    if (samples && !isSameTrack) {
      yield { pcm: masterPcm(storage, samples), name: `the master of “${title}”`, isSameTrack };
    }
    for (const master of replaced.filter((each) => each.trackId === trackId)) {
      const found = await samplesOf(storage, master);
      const name = `the earlier version ${master.fileName}${isSameTrack ? '' : ` of “${title}”`}`;
      if (found.samples) yield { pcm: masterPcm(storage, found.samples), name, isSameTrack };
    }
  }
}

function differences(number: number, fileName: string, comparison: Comparison): Finding[] {
  const { isSame, differs, firstS, offsetSamples, extraSamplesBefore, extraSamples } = comparison;
  const found: Finding[] = [];
  if (!isSame) {
    const share = differs >= 0.0001 ? `${(differs * 100).toFixed(2)} %` : 'Less than 0.01 %';
    const where = firstS === null ? '' : `, first at ${clockTime(firstS)}`;
    found.push(
      error('master_differs', `Track ${number} differs from ${fileName}: ${share} of the samples${where}.`, number),
    );
  }
  if (isSame && offsetSamples !== 0) {
    const side = offsetSamples > 0 ? 'after' : 'before';
    const ms = ((Math.abs(offsetSamples) / 44_100) * 1000).toFixed(1);
    const message = `The master of track ${number} begins ${Math.abs(offsetSamples)} samples (${ms} ms) ${side} index 01.`;
    found.push(note('moved', message, number));
  }
  for (const [side, samples] of [
    ['before', extraSamplesBefore],
    ['after', extraSamples],
  ] as const) {
    if (samples === 0) continue;
    const length = msf(Math.ceil((samples * SAMPLE_BYTES) / FRAME_BYTES));
    found.push(note('extra_sound', `There is more sound ${side} the master of track ${number} (${length}).`, number));
  }
  return found;
}
