import { error, type Finding, warning } from './findings.js';
import { lengthFindings, shortTrackFindings } from './layout.js';
import { type Flags, flagsOf } from './pq.js';
import { type Ddp, type DdpTrack, firstSession, isTrack } from './read.js';
import { FIRST_GAP, MAX_TRACKS, msf } from './time.js';

/** The PQ descriptor: order and distance of the tracks. */
export function checkTimes(ddp: Ddp): Finding[] {
  if (!ddp.pqFile?.path) return [];
  if (ddp.pq.length === 0) return [error('no_pq_packets', 'The PQ descriptor is empty.')];
  return [
    ...packets(ddp),
    ...order(ddp),
    ...indexes(ddp),
    ...firstTrack(ddp),
    ...ddp.tracks.flatMap(oneTrack),
    ...lengths(ddp),
    ...end(ddp),
    ...enhanced(ddp),
  ];
}

function packets({ pq, tracks }: Ddp): Finding[] {
  const found: Finding[] = [];
  const unmarked = pq.filter(({ isMarked }) => !isMarked).length;
  if (unmarked > 0) found.push(error('pq_packet', `${unmarked} packets of the PQ descriptor lack the mark VVVS.`));
  const unread = pq.filter((packet) => packet.time === null || packet.index === null);
  for (const packet of unread) {
    found.push(
      error('pq_time', `A packet of track ${packet.track} has no readable index or time.`, numberOf(packet.track)),
    );
  }
  const starts = pq.filter(({ track, index }) => index === 1 && track !== 'AA').length;
  if (starts > MAX_TRACKS || tracks.length > MAX_TRACKS) {
    found.push(
      error(
        'too_many_tracks',
        `There are ${Math.max(starts, tracks.length)} tracks. A disc has at most ${MAX_TRACKS}.`,
      ),
    );
  }
  const strange = pq.filter((packet) => !isTrack(packet) && packet.track !== 'AA' && packet.track !== '00');
  if (strange.length > 0) {
    found.push(error('track_number', `“${strange[0]!.track}” is not a track number.`));
  }
  const misnumbered = tracks.find(({ number }, index) => number !== index + 1);
  if (tracks.length === 0) found.push(error('no_tracks', 'The PQ descriptor has no track.'));
  else if (misnumbered) {
    const expected = tracks.indexOf(misnumbered) + 1;
    found.push(
      error('track_order', `Track ${misnumbered.number} stands where track ${expected} should.`, misnumbered.number),
    );
  }
  return found;
}

const numberOf = (track: string) => (/^\d\d$/.test(track) && track !== '00' ? Number(track) : null);

/** Times grow from packet to packet. An index 00 at the time of its index 01 is a gap without length. */
function order({ pq }: Ddp): Finding[] {
  const found: Finding[] = [];
  const timed = firstSession(pq).filter(({ time, track }) => time !== null && track !== '00');
  timed.forEach((packet, at) => {
    const before = timed[at - 1];
    if (!before || (before.track === 'AA' && packet.track === 'AA' && before.time === packet.time)) return;
    if (packet.time! > before.time!) return;
    const isEmptyGap = packet.time === before.time && packet.track === before.track && before.index === 0;
    const where =
      packet.track === 'AA'
        ? 'The lead-out'
        : `Index ${String(packet.index).padStart(2, '0')} of track ${Number(packet.track)}`;
    if (isEmptyGap) {
      found.push(
        warning(
          'empty_gap',
          `Track ${Number(packet.track)} has an index 00 but a gap of no length.`,
          numberOf(packet.track),
        ),
      );
    } else {
      const message = `${where} is at ${msf(packet.time!)}, not after the index before it at ${msf(before.time!)}.`;
      found.push(error('times', message, numberOf(packet.track)));
    }
  });
  return found;
}

/** The indexes of a track are 01, 02 and so on, and may begin with 00. */
function indexes({ pq }: Ddp): Finding[] {
  const tracks = Map.groupBy(firstSession(pq).filter(isTrack), ({ track }) => track);
  return [...tracks.values()].flatMap((packets) => {
    const first = packets[0]!.index === 0 ? 0 : 1;
    const wrong = packets.findIndex(({ index }, at) => index !== null && index !== first + at);
    if (wrong < 0) return [];
    const { track, index } = packets[wrong]!;
    const [found, due] = [index!, first + wrong].map((each) => String(each).padStart(2, '0'));
    const message = `Track ${Number(track)} has index ${found} where index ${due} should be.`;
    return [error('index_order', message, Number(track))];
  });
}

function firstTrack({ tracks, image }: Ddp): Finding[] {
  const [first] = tracks;
  if (!first) return [];
  const found: Finding[] = [];
  if (first.pause === null) found.push(error('first_index', 'Track 1 has no index 00 at 00:00:00.', 1));
  else if (first.pause !== 0) {
    found.push(error('first_index', `Index 00 of track 1 is at ${msf(first.pause)} instead of 00:00:00.`, 1));
  }
  if (first.start === null) return found;
  const gap = first.start - (first.pause ?? 0);
  if (gap < FIRST_GAP) {
    found.push(
      error('short_pregap', `Track 1 begins after ${msf(Math.max(0, gap))}. It needs a gap of two seconds.`, 1),
    );
  }
  if (gap > FIRST_GAP) {
    const message = `The gap before track 1 is ${msf(gap)} long instead of two seconds. A player that goes to track 1 skips it.`;
    found.push(warning('long_pregap', message, 1));
  }
  if (image.pregap !== null && image.pregap !== first.start) {
    const stated = Number.isNaN(image.pregap) ? 'an unreadable gap' : `a gap of ${image.pregap} frames`;
    found.push(
      error('pregap_differs', `DDPMS states ${stated} before track 1, but it begins at frame ${first.start}.`, 1),
    );
  }
  return found;
}

function oneTrack(track: DdpTrack): Finding[] {
  const { number, start, flags } = track;
  const has = (flag: keyof Flags) => flags.some((each) => each[flag]);
  const found: Finding[] = [];
  if (start === null) found.push(error('no_index_1', `Track ${number} has no index 01.`, number));
  const mark = (is: boolean, code: string, what: string) => {
    if (is) found.push(warning(code, `Track ${number} is marked ${what}.`, number));
  };
  mark(has('preEmphasis'), 'pre_emphasis', 'with pre-emphasis');
  mark(has('fourChannels'), 'four_channels', 'as four-channel audio');
  mark(has('data'), 'data_track', 'as a data track');
  if (flags.some(({ copyPermitted, scms }) => copyPermitted && scms)) {
    found.push(error('flags', `Track ${number} both permits copies and protects against them.`, number));
  }
  if (has('areUnreadable')) found.push(warning('no_flags', `Track ${number} has no readable flags.`, number));
  if (flags.length > 1) {
    found.push(warning('flags_differ', `The indexes of track ${number} have different flags.`, number));
  }
  return found;
}

function lengths({ tracks, leadOut }: Ddp): Finding[] {
  return tracks.flatMap(({ number, start, end }, index) => {
    const next = tracks[index + 1]?.start ?? (index === tracks.length - 1 ? leadOut : null);
    if (start === null || next === null || next <= start) return [];
    const toGap = end === null || end <= start ? next - start : end - start;
    return shortTrackFindings(`Track ${number}`, number, { toGap, toNext: next - start });
  });
}

/** An Enhanced CD has a second session with data behind the lead-out of its sound. */
function enhanced({ dataTracks, pq, tracks }: Ddp): Finding[] {
  if (dataTracks.length === 0) return [];
  const second = pq.slice(firstSession(pq).length).filter(isTrack);
  const last = tracks.at(-1)?.number ?? 0;
  if (second.some(({ control, track }) => !flagsOf(control).data || Number(track) <= last)) {
    const message = 'The PQ descriptor goes on behind the lead-out with tracks that are not those of a data session.';
    return [error('second_session', message)];
  }
  const message = `This is an Enhanced CD: the data in its second session (track ${dataTracks.join(', ')}) is not checked.`;
  return [warning('enhanced_cd', message)];
}

function end({ leadOut, image, pq }: Ddp): Finding[] {
  const found: Finding[] = [];
  if (leadOut === null) return [error('no_lead_out', 'The PQ descriptor has no lead-out.')];
  const differs = firstSession(pq).some(({ track, time }) => track === 'AA' && time !== leadOut);
  if (differs) found.push(error('lead_outs', 'The lead-out packets have different times.'));
  if (image.files.length > 0 && image.frames !== leadOut) {
    found.push(error('lead_out', `The lead-out is at ${msf(leadOut)}, but the image ends at ${msf(image.frames)}.`));
  }
  return [...found, ...lengthFindings(Math.max(leadOut, image.frames))];
}
