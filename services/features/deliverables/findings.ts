import { fitOfSide, type VinylFormat, vinylFormats } from '../../album-times/limits.js';
import type { LatheFacts } from '../../platform/audio/facts.js';
import type { AtmosReading } from './readings.schema.js';
import type { FoundTrack } from './side-starts.js';

export const severities = ['error', 'warning', 'note'] as const;

/** Something that an engineer should know about a deliverable. With an error, its release needs a reason. */
export interface Finding {
  severity: (typeof severities)[number];
  text: string;
}

const UNREADABLE: Record<NonNullable<AtmosReading['fault']>, string> = {
  no_wave: 'It is not a WAV, RF64 or BW64 file.',
  no_chna: 'It has no chna chunk, so it is not an ADM BWF.',
  cut_short: 'It ends before its header says, and no chna chunk is in front of the end. Please export it again.',
  format: 'Its header names no samples of 16 to 32 bit, so that it could not be measured.',
  two_ways: 'It has a header that can be read in two ways, so that it could not be measured. Please export it again.',
};

const ATMOS = { rates: [48_000, 96_000], bits: 24, channels: 128, objects: 118, lkfs: -18, dbtp: -1 };
/** A frame of picture; services compare with the stereo master. */
const LENGTH_TOLERANCE_S = 0.05;

const clock = (seconds: number): string => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
const oneDecimal = (value: number): string => value.toFixed(1).replace('-', '−');

interface MeasuredSound {
  /** The measured sound, for people. */
  of: string;
  lkfs: number | null;
  dbtp: number | null;
}

/** The checks of a Dolby Atmos master. `stereo` is the streaming master of its track, `binaural` its rendering. */
export function atmosFindings(
  reading: AtmosReading,
  { stereo, binaural }: { stereo: { durationS: number; leadSilenceS: number } | null; binaural: MeasuredSound | null },
): Finding[] {
  const found: Finding[] = [];
  const find = (severity: Finding['severity'], text: string) => found.push({ severity, text });
  const { sampleRateHz, bits, channels, objects, durationS, bed } = reading;
  if (!reading.isAdm) {
    find('error', UNREADABLE[reading.fault ?? 'no_chna']);
    return found;
  }
  const { cut = [], unnamed = 0, absent = 0 } = reading;
  for (const chunk of cut) find('error', `Its ${chunk} chunk has less than it says. Please export it again.`);
  if (!reading.hasAxml) find('error', 'It has no axml chunk, which names its beds and objects.');
  if (unnamed > 0) find('error', `Its chna chunk does not name ${unnamed} of its ${channels} channels.`);
  if (absent > 0) {
    find('error', `Its chna chunk names ${absent} ${absent === 1 ? 'channel' : 'channels'} that it does not have.`);
  }
  if (sampleRateHz !== null && !ATMOS.rates.includes(sampleRateHz)) {
    find('error', `It has ${sampleRateHz / 1000} kHz; Dolby Atmos takes 48 kHz, and some services 96 kHz.`);
  } else if (sampleRateHz === 96_000) find('note', 'It has 96 kHz, which not every service accepts.');
  if (bits !== ATMOS.bits) find('error', `It has ${bits ?? 'unknown'} bit; Dolby Atmos takes 24 bit.`);
  if ((channels ?? 0) > ATMOS.channels) find('error', `It has ${channels} channels; ${ATMOS.channels} are the most.`);
  if ((objects ?? 0) > ATMOS.objects) find('error', `It has ${objects} objects; ${ATMOS.objects} are the most.`);
  if (objects === 0 && bed.length > 0) find('note', 'It has no objects, only a bed.');
  if (stereo && durationS !== null && Math.abs(durationS - stereo.durationS) > LENGTH_TOLERANCE_S) {
    const by = Math.abs(durationS - stereo.durationS).toFixed(2);
    find('warning', `It is ${by} s ${durationS > stereo.durationS ? 'longer' : 'shorter'} than the stereo master.`);
  }
  const lead = reading.loudness?.leadSilenceS ?? null;
  if (stereo && lead !== null && Math.abs(lead - stereo.leadSilenceS) > LENGTH_TOLERANCE_S) {
    const [own, other] = [lead.toFixed(2), stereo.leadSilenceS.toFixed(2)];
    find('warning', `Its sound begins after ${own} s, the stereo master after ${other} s.`);
  }
  if (!stereo) find('note', 'Its length was not compared: its track has no analysed streaming master.');
  const ofBed = reading.loudness && {
    of: `its bed (${bed.length} channels, without objects)`,
    lkfs: reading.loudness.integratedLkfs,
    dbtp: reading.loudness.truePeakDbtp,
  };
  const measured = binaural ?? ofBed;
  if (!measured) find('note', 'Its loudness is not known: there is no bed to measure. Upload its binaural rendering.');
  else {
    const { of, lkfs, dbtp } = measured;
    if (lkfs === null) find('note', `No loudness could be measured on ${of}.`);
    else if (lkfs > ATMOS.lkfs) {
      find('warning', `${oneDecimal(lkfs)} LKFS, measured on ${of}; at most −18 LKFS are accepted.`);
    } else {
      const peak = dbtp !== null && dbtp <= ATMOS.dbtp ? ` and ${oneDecimal(dbtp)} dBTP` : '';
      find('note', `${oneDecimal(lkfs)} LKFS${peak}, measured on ${of}.`);
    }
    if (dbtp !== null && dbtp > ATMOS.dbtp) {
      find('warning', `${oneDecimal(dbtp)} dBTP, measured on ${of}; at most −1 dBTP are accepted.`);
    }
  }
  return found;
}

/** Twice what two starts can be wrong together: each is found within a sixteenth of a second. */
const GAP_TOLERANCE_S = 0.25;
/** Shorter tracks have too few items in their fingerprint to be found by it. */
const FINDABLE_S = 7;

/** How loud a side of a 12-inch at 33 can be cut by its length, in dB (Zenith): 14 min +4, 20 min +1, 22 min 0, 24 min −1. */
export function levelNote(seconds: number, format: VinylFormat): string | null {
  if (format !== '12-33' || seconds < 60) return null;
  const level = Math.min(4, 4 - 0.5 * (seconds / 60 - 14));
  return `At ${clock(seconds)} it can be cut at about ${level >= 0 ? '+' : ''}${oneDecimal(level)} dB.`;
}

/** Findings about the length of a side. */
export function lengthFindings(seconds: number, format: VinylFormat): Finding[] {
  const { label, goodS, mostS } = vinylFormats[format];
  const fit = fitOfSide(seconds, format);
  if (fit === 'too long') {
    const text = `It is ${clock(seconds)} long; a side of ${label} takes at most ${clock(mostS)}.`;
    return [{ severity: 'error', text }];
  }
  const level = levelNote(seconds, format);
  const found: Finding[] = level ? [{ severity: 'note', text: level }] : [];
  if (fit === 'good') return found;
  const text = `${clock(seconds)} on ${label} costs level; up to ${clock(goodS)} is cut at full level.`;
  return [{ severity: 'warning', text }, ...found];
}

/** Findings of the measurements of a side or a track that concern the lathe. `startS` is where the track begins on its side. */
export function latheFindings(
  lathe: LatheFacts | undefined,
  integratedLufs: number | null,
  of: 'side' | 'track' = 'side',
  startS = 0,
): Finding[] {
  if (!lathe) return [];
  const found: Finding[] = [];
  const at = (places: number[]) =>
    [...new Set(places.toSorted((one, other) => one - other).map((place) => clock(startS + place)))].join(', ');
  const { sibilanceDbfs, sibilanceAtS, widestBassShare, wideBassAtS } = lathe;
  if (sibilanceDbfs !== null && integratedLufs !== null && sibilanceAtS.length > 0) {
    const [level, loudness] = [oneDecimal(sibilanceDbfs), oneDecimal(integratedLufs)];
    found.push({
      severity: 'warning',
      text: `Loud sibilance at ${at(sibilanceAtS)}: up to ${level} dBFS between 5 and 10 kHz; the ${of} has ${loudness} LUFS.`,
    });
  }
  if (widestBassShare !== null && wideBassAtS.length > 0) {
    const share = Math.round(widestBassShare * 100);
    found.push({
      severity: 'warning',
      text: `Wide bass at ${at(wideBassAtS)}: up to ${share} % of the energy below 150 Hz is the difference of the channels.`,
    });
  }
  return found;
}

interface PlannedTrack {
  trackId: string;
  title: string;
  side: string | null;
  /** The pause before it. */
  gapS: number;
  durationS: number | null;
}

/** Compares the tracks that were found on an uploaded side with the album's. `tracks` is in the order of the album. */
export function orderFindings(
  side: string | null,
  starts: readonly FoundTrack[],
  tracks: readonly PlannedTrack[],
): Finding[] {
  if (starts.length === 0) {
    const isKnown = tracks.some(({ durationS }) => (durationS ?? 0) >= FINDABLE_S);
    const text = isKnown
      ? 'None of the tracks was found on it.'
      : `Its tracks were not looked for: no track has an analysed master of at least ${FINDABLE_S} s yet.`;
    return [{ severity: isKnown ? 'error' : 'note', text }];
  }
  const found: Finding[] = [];
  const byId = new Map(tracks.map((track) => [track.trackId, track]));
  const titles = (ids: readonly string[]) => ids.map((id) => byId.get(id)?.title ?? 'a deleted track').join(', ');
  const here = starts.map(({ trackId }) => trackId);
  const planned = tracks.filter((track) => side !== null && track.side === side).map(({ trackId }) => trackId);
  if (planned.length === 0) {
    const text = `The album has no ${side === null ? 'sides' : `side ${side}`} yet, so that order and gaps were not compared.`;
    found.push({ severity: 'note', text });
  } else {
    const missing = planned.filter((id) => !here.includes(id));
    const unheard = missing.filter((id) => (byId.get(id)?.durationS ?? 0) < FINDABLE_S);
    const absent = missing.filter((id) => !unheard.includes(id));
    if (absent.length > 0) found.push({ severity: 'error', text: `Not found on it: ${titles(absent)}.` });
    if (unheard.length > 0) {
      const text = `Could not be looked for, without a master of at least ${FINDABLE_S} s: ${titles(unheard)}.`;
      found.push({ severity: 'note', text });
    }
    const foreign = here.filter((id) => !planned.includes(id));
    if (foreign.length > 0) {
      found.push({ severity: 'error', text: `Not on side ${side} of the album: ${titles(foreign)}.` });
    }
    const common = here.filter((id) => planned.includes(id));
    const order = planned.filter((id) => common.includes(id));
    if (common.join() !== order.join()) {
      found.push({ severity: 'error', text: `In another order than the album: ${titles(common)}.` });
    }
  }
  for (const [index, { trackId, startS }] of starts.entries()) {
    const before = starts[index - 1];
    const length = before && byId.get(before.trackId)?.durationS;
    const track = byId.get(trackId);
    if (!before || !length || !track || !planned.includes(before.trackId)) continue;
    if (planned.indexOf(trackId) !== planned.indexOf(before.trackId) + 1) continue;
    const gap = startS - before.startS - length;
    if (Math.abs(gap - track.gapS) <= GAP_TOLERANCE_S) continue;
    found.push({
      severity: 'warning',
      text: `The gap before ${track.title} is ${oneDecimal(gap)} s; the album has ${oneDecimal(track.gapS)} s.`,
    });
  }
  return found;
}
