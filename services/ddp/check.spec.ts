import { describe, expect, it } from '@jest/globals';
import {
  buildDdp,
  digestsOf,
  filesOf,
  type Folder,
  ISRCS,
  mapPacket,
  type Packet,
  styles,
  time,
  TIMES,
  UPC,
  usualPackets,
} from './built.testing.js';
import { readCdText, writeCdText } from './cd-text.js';
import { checkDdp } from './check.js';
import type { ExpectedDisc } from './check-project.js';
import { readDdp } from './read.js';
import { framesOf } from './time.js';

const cdText = Buffer.from(writeCdText({ title: ['Night', 'Ember', 'Ash', 'Coal'] })!);
const project: ExpectedDisc = {
  upc: UPC,
  tracks: ['Ember', 'Ash', 'Coal'].map((title, at) => ({ title, isrc: ISRCS[at]! })),
};

async function findingsOf(folder: Folder, expected: ExpectedDisc | null = null): Promise<string[]> {
  const ddp = (await readDdp(filesOf(folder)))!;
  return checkDdp(ddp, { digests: digestsOf(folder), expected }).map(({ level, code }) => `${level} ${code}`);
}

const errorsOf = async (folder: Folder) => (await findingsOf(folder)).filter((found) => found.startsWith('error'));

/** A DDP whose packets differ in one way from the usual ones. */
const withPackets = (change: (packets: Packet[]) => Packet[]) =>
  buildDdp({ cdText }, { packets: change(usualPackets({ isrcTwice: false, leadOuts: 2 })) });
const replaced = (track: string, index: string, more: Partial<Packet>) =>
  withPackets((packets) =>
    packets.map((packet) => (packet.track === track && packet.index === index ? { ...packet, ...more } : packet)),
  );

it.each(Object.entries(styles))('finds nothing wrong with a DDP in the layout of %s', async (_, style) => {
  expect(await findingsOf(buildDdp({ ...style, cdText }), project)).toEqual(['note cdtext_latin']);
});

/** Replaces a range of a file, and the checksums as if it had been so from the start unless `keep`. */
function altered(name: string, change: (bytes: Buffer) => Buffer): Folder {
  const folder: Folder = { ...buildDdp({ cdText, checksums: {} }) };
  folder[name] = change(Buffer.from(folder[name]!));
  return { ...folder, 'CHECKSUM.MD5': Buffer.from(styles.cue2ddp.checksums['CHECKSUM.MD5']!(folder)) };
}
const without = (name: string) => {
  const { [name]: gone, ...rest } = buildDdp({ cdText, checksums: {} });
  expect(gone).toBeDefined();
  return rest;
};
const put = (at: number, text: string) => (bytes: Buffer) => {
  bytes.write(text, at, 'latin1');
  return bytes;
};

describe('errors', () => {
  it.each<[string, string, () => Folder]>([
    ['DDPID is missing', 'no_ddpid', () => without('DDPID')],
    ['DDPMS is missing', 'no_ddpms', () => without('DDPMS')],
    ['DDPMS names no PQ descriptor', 'no_pq', () => altered('DDPMS', put(128 + 30, 'XX DESCR'))],
    ['DDPMS names the PQ descriptor twice', 'several_pq', () => altered('DDPMS', put(30, 'PQ DESCR'))],
    ['DDPMS places the image elsewhere', 'image_place', () => altered('DDPMS', put(256 + 22, '00000150'))],
    ['DDPMS names no audio', 'no_audio', () => altered('DDPMS', put(256 + 38, '10'))],
    ['DDPID is cut', 'ddpid_size', () => altered('DDPID', (bytes) => bytes.subarray(0, 100))],
    ['DDPID names no level', 'ddpid_level', () => altered('DDPID', put(0, 'XXXXXXXX'))],
    [
      'DDPMS was sent as text',
      'ddpms_size',
      () => altered('DDPMS', (bytes) => Buffer.concat([bytes, Buffer.alloc(2)])),
    ],
    ['a packet of DDPMS has no mark', 'ddpms_packet', () => altered('DDPMS', put(128, 'XXXX'))],
    ['a packet of the PQ descriptor has no mark', 'pq_packet', () => altered('SD', put(64, 'XXXX'))],
    ['the image is missing', 'missing_file', () => without('IMAGE.DAT')],
    ['the PQ descriptor is missing', 'missing_file', () => without('SD')],
    [
      'the image is shorter than its map says',
      'wrong_size',
      () => altered('IMAGE.DAT', (bytes) => bytes.subarray(0, -2352)),
    ],
    ['times run backwards', 'times', () => replaced('02', '01', { time: time(500) })],
    [
      'a track has no index 01',
      'no_index_1',
      () => withPackets((all) => all.filter(({ track, index }) => !(track === '02' && index === '01'))),
    ],
    ['the lead-out is not at the end', 'lead_out', () => replaced('AA', '01', { time: time(1400) })],
    [
      'the lead-outs differ',
      'lead_outs',
      () =>
        withPackets((all) =>
          all.map((packet, at) => (at === all.length - 1 ? { ...packet, time: time(1400) } : packet)),
        ),
    ],
    ['there is no lead-out', 'no_lead_out', () => withPackets((all) => all.filter(({ track }) => track !== 'AA'))],
    ['a track is shorter than four seconds', 'short_track', () => replaced('03', '01', { time: time(1425 - 299) })],
    ['the first index is not at zero', 'first_index', () => replaced('01', '00', { time: time(1) })],
    ['track 1 begins before two seconds', 'short_pregap', () => replaced('01', '01', { time: time(149) })],
    ['DDPMS states another pregap', 'pregap_differs', () => replaced('01', '01', { time: time(151) })],
    ['a time has 60 seconds', 'pq_time', () => replaced('03', '01', { time: '006000' })],
    ['a track is missing', 'track_order', () => replaced('03', '01', { track: '04' })],
    [
      'CD-Text has a wrong CRC',
      'cdtext_crc',
      () => altered('CDTEXT.BIN', (bytes) => (bytes.writeUInt8(0x41, 5), bytes)),
    ],
    [
      'a checksum is wrong',
      'wrong_checksum',
      () => ({ ...buildDdp({ cdText }), 'IMAGE.DAT': Buffer.alloc(TIMES.leadOut * 2352) }),
    ],
    [
      'a checksum has no file',
      'checksum_file',
      () => ({ ...buildDdp(), 'more.md5': Buffer.from(`${'a'.repeat(32)} *GONE.DAT`) }),
    ],
    ['a track both permits and restricts copies', 'flags', () => replaced('02', '00', { control: '2S' })],
  ])('%s', async (_, code, make) => {
    expect(await errorsOf(make())).toContain(`error ${code}`);
  });

  it('counts 99 tracks as right and 100 as wrong', async () => {
    const packets = (count: number): Packet[] => [
      { track: '00', index: '00', time: time(0), upc: UPC },
      { track: '01', index: '00', time: time(0) },
      ...Array.from({ length: count }, (_, at) => ({
        track: at + 1 > 99 ? 'A0' : String(at + 1).padStart(2, '0'),
        index: '01',
        time: time(150 + at * 300),
      })),
      { track: 'AA', index: '01', time: time(150 + count * 300) },
    ];
    const discOf = (count: number) => buildDdp({}, { packets: packets(count), frames: 150 + count * 300 });
    expect(await errorsOf(discOf(99))).toEqual([]);
    expect(await errorsOf(discOf(100))).toContain('error too_many_tracks');
  });

  it('accepts space and zero padding and a length in front of CD-Text', async () => {
    const long = Buffer.concat([Buffer.from([0, 0, 0, cdText.length]), cdText]);
    const trailing = Buffer.concat([cdText, Buffer.alloc(1)]);
    for (const pad of [' ', '0'] as const) {
      expect(await errorsOf(buildDdp({ pad, cdText: long }))).toEqual([]);
      expect(await errorsOf(buildDdp({ pad, cdText: trailing }))).toEqual([]);
    }
    expect(await errorsOf(replaced('02', '00', { time: '   700' }))).toEqual([]);
  });
});

it('accepts one or two lead-outs, and the ISRC on index 00, on index 01 or on both', async () => {
  for (const leadOuts of [1, 2] as const) {
    const usual = usualPackets({ isrcTwice: true, leadOuts });
    for (const indexes of [['00'], ['01'], ['00', '01']]) {
      // Only the second and the third track have an index 00 before the first packet with a code.
      const packets = usual.map((packet) =>
        packet.track === '01' || indexes.includes(packet.index) ? packet : { ...packet, isrc: '' },
      );
      const folder = buildDdp({}, { packets });
      const ddp = (await readDdp(filesOf(folder)))!;
      const gapped = ddp.tracks.filter(({ pause }) => pause !== null || indexes.includes('01'));
      expect(gapped.map(({ isrc }) => isrc)).toEqual(gapped.map(({ number }) => ISRCS[number - 1]));
      expect(await errorsOf(folder)).toEqual([]);
    }
  }
});

it('warns of a gap before track 1 that is longer than two seconds', async () => {
  const packets = usualPackets({ isrcTwice: false, leadOuts: 2 }).map((packet) =>
    packet.index === '00' && packet.track < '02' ? packet : { ...packet, time: time(framesOf(packet.time)! + 450) },
  );
  const folder = buildDdp({ cdText, checksums: {}, audio: { 46: ' 600' } }, { packets, frames: TIMES.leadOut + 450 });
  const ddp = (await readDdp(filesOf(folder)))!;
  const found = checkDdp(ddp, { digests: null, expected: null }).map(({ message }) => message);
  expect(found).toContain(
    'The gap before track 1 is 00:08:00 long instead of two seconds. A player that goes to track 1 skips it.',
  );
});

it('reads an Enhanced CD up to the lead-out of its sound, with one warning', async () => {
  const folder = withPackets((packets) => [
    ...packets,
    { track: '04', index: '01', time: time(TIMES.leadOut + 11_400), control: '41' },
    { track: 'AA', index: '01', time: time(TIMES.leadOut + 15_000), control: '41' },
  ]);
  const data = mapPacket({ 4: 'D0', 14: '    3600', 38: '20', 71: ' 17', 74: 'DATA.DAT' });
  const map = Buffer.concat([folder.DDPMS!, data]);
  const two = { ...folder, DDPMS: map, 'DATA.DAT': Buffer.alloc(2048) };
  const ddp = (await readDdp(filesOf(two)))!;
  expect([ddp.tracks.length, ddp.leadOut, ddp.dataTracks]).toEqual([3, TIMES.leadOut, [4]]);
  const findings = checkDdp(ddp, { digests: null, expected: project });
  expect(findings.flatMap(({ level, message }) => (level === 'note' ? [] : [message]))).toEqual([
    'This is an Enhanced CD: the data in its second session (track 4) is not checked.',
  ]);
});

it('takes a second table of the same tracks behind the lead-out for an error', async () => {
  const twice = withPackets((all) => [
    ...all,
    ...all.map((each) => (each.track === '00' ? { ...each, upc: '' } : each)),
  ]);
  expect(await errorsOf(twice)).toContain('error second_session');
});

it('takes zeros for no UPC and no ISRC', async () => {
  const folder = replaced('03', '01', { isrc: '000000000000' });
  folder.DDPID!.write('0000000000000', 8, 'latin1');
  const ddp = (await readDdp(filesOf(folder)))!;
  expect([ddp.upc, ddp.tracks[2]!.isrc]).toEqual([{ identifier: '', pq: UPC }, '']);
});

describe('codes in CD-Text', () => {
  /** Packs of one language whose codes are those of the disc and its tracks. */
  const withCodes = (codes: string[]) => {
    const own = writeCdText({ title: ['Night', 'Ember', 'Ash', 'Coal'], message: codes })!;
    const bytes = Buffer.from(own);
    for (let at = 0; at < bytes.length; at += 18) if (bytes[at] === 0x85) bytes[at] = 0x8e;
    return bytes;
  };
  const told = async (codes: string[]) => {
    const ddp = (await readDdp(filesOf(buildDdp({ cdText: withCodes(codes) }))))!;
    return checkDdp(ddp, { digests: null, expected: null }).flatMap(({ code, message }) =>
      code === 'cdtext_upc' || code === 'cdtext_isrc' ? [message] : [],
    );
  };

  it('are compared with those of the disc', async () => {
    expect(await told([UPC, 'GB-ABC-26-00001', ISRCS[1]!, ISRCS[2]!])).toEqual([]);
    expect(await told(['036000291452', ISRCS[0]!, ISRCS[2]!, ''])).toEqual([
      `The CD-Text has the UPC 036000291452, the DDP ${UPC}.`,
      `Track 2 has the ISRC ${ISRCS[2]} in the CD-Text, and ${ISRCS[1]} on the disc.`,
    ]);
  });
});

it('reads the first language of CD-Text that is in Latin letters', () => {
  const latin = Buffer.from(writeCdText({ title: ['Night', 'Ember'] })!);
  const japanese = Buffer.from(latin);
  for (let at = 0; at < japanese.length; at += 18) japanese[at + 3]! |= 0x80;
  for (let at = 0; at < latin.length; at += 18) latin[at + 3]! |= 0x10;
  expect(readCdText(Buffer.concat([japanese, latin]))).toMatchObject({
    blocks: 2,
    charset: 0,
    texts: { title: ['Night', 'Ember'] },
  });
});

describe('bad input', () => {
  const many = Buffer.concat(
    Array.from({ length: 3000 }, (_, at) => cdText.subarray((at % 7) * 18, (at % 7) * 18 + 18)),
  );
  const middle = Buffer.from(cdText);
  middle.writeUInt8(middle[3 * 18 + 6]! ^ 1, 3 * 18 + 6);

  it.each<[string, Buffer, string]>([
    ['of one byte', Buffer.from([0x80]), 'error cdtext_empty'],
    ['of no byte', Buffer.alloc(0), 'error cdtext_empty'],
    ['of 3,000 packs', many, 'warning cdtext_tracks'],
    ['with a wrong checksum in the middle', middle, 'error cdtext_crc'],
    ['of other bytes', Buffer.alloc(4000, 0xff), 'error cdtext_crc'],
  ])('CD-Text %s is found', async (_, bytes, found) => {
    expect(await findingsOf(buildDdp({ cdText: bytes }))).toContain(found);
  });

  it('a lead-out before the last track, two hours, and overlapping images are errors', async () => {
    expect(await errorsOf(replaced('AA', '01', { time: time(1000) }))).toContain('error times');
    const long = withPackets((all) =>
      all.map((each) => (each.track === 'AA' ? { ...each, time: time(120 * 4500) } : each)),
    );
    expect(await errorsOf(long)).toContain('error lead_out');
    const { 'IMAGE.DAT': image, ...rest } = buildDdp({ cdText, checksums: {} });
    const half = (name: string, start: number) =>
      mapPacket({ 4: 'D0', 14: '     700', 22: String(start).padStart(8, '0'), 38: 'DA', 71: ' 17', 74: name });
    const map = Buffer.concat([rest.DDPMS!.subarray(0, 256), half('A.DAT', 0), half('B.DAT', 600)]);
    const parts = { 'A.DAT': image!.subarray(0, 700 * 2352), 'B.DAT': image!.subarray(0, 700 * 2352) };
    expect(await errorsOf({ ...rest, ...parts, DDPMS: map })).toContain('error image_place');
  });
});

it('compares the gap that is heard, where the indexes are beside the music', async () => {
  const ddp = (await readDdp(filesOf(replaced('02', '00', { time: time(535) }))))!;
  const told = (heardFrames: number | null) => {
    const tracks = project.tracks.map((track, at) => ({
      ...track,
      gapFrames: 150,
      heardFrames: at === 1 ? heardFrames : 150,
    }));
    return checkDdp(ddp, { digests: null, expected: { upc: UPC, tracks } }).filter(
      ({ code }) => code === 'gap_unlike_album',
    );
  };
  expect(told(null)).toHaveLength(1);
  expect(told(150.4)).toEqual([]);
  expect(told(140)[0]!.message).toBe('The gap before track 2 is 00:01:65, in the album 00:02:00.');
});

it('judges an image of 2 GB by its length and does not read it', async () => {
  const folder = altered('DDPMS', put(256 + 14, '  913045'));
  const { entries, read } = filesOf(folder);
  const ddp = (await readDdp({
    entries: entries.map((entry) => (entry.path === 'IMAGE.DAT' ? { ...entry, sizeBytes: 913_045 * 2352 } : entry)),
    read: (path, from, to) => {
      expect(path).not.toBe('IMAGE.DAT');
      return read(path, from, to);
    },
  }))!;
  const found = checkDdp(ddp, { digests: null, expected: null }).map(({ level, code }) => `${level} ${code}`);
  expect(found).toEqual(expect.arrayContaining(['error lead_out', 'error too_long']));
  expect(found).not.toContain('error wrong_size');
});

/** A DDP whose map names a further file. */
function withStream(packet: Record<number, string>): Folder {
  const folder: Folder = { ...buildDdp({ cdText, checksums: {} }), 'IMAGE2.DAT': Buffer.alloc(300 * 2352, 1) };
  folder.DDPMS = Buffer.concat([folder.DDPMS!, mapPacket(packet)]);
  return folder;
}

describe('indexes of a track', () => {
  const extra = (...packets: Packet[]) =>
    withPackets((all) =>
      all.flatMap((each) => (each.track === '02' && each.index === '01' ? [each, ...packets] : [each])),
    );
  const at = (index: string, frames: number): Packet => ({ track: '02', index, time: time(frames) });

  it.each<[string, string, () => Folder]>([
    ['01 twice', 'Track 2 has index 01 where index 02 should be.', () => extra(at('01', 800))],
    ['00 after 01', 'Track 2 has index 00 where index 02 should be.', () => extra(at('00', 800))],
    ['05 before 03', 'Track 2 has index 05 where index 02 should be.', () => extra(at('05', 800), at('03', 900))],
  ])('%s are an error', async (_, message, make) => {
    const ddp = (await readDdp(filesOf(make())))!;
    const findings = checkDdp(ddp, { digests: null, expected: null });
    expect(findings.filter(({ code }) => code === 'index_order')).toEqual([
      { level: 'error', code: 'index_order', message, track: 2 },
    ]);
  });

  it('may follow 01', async () => {
    expect(await errorsOf(extra(at('02', 800), at('03', 900)))).toEqual([]);
  });
});

it.each<[string, number, string]>([
  ['an offset within its file', 104, '000002352'],
  ['a pointer of a tape', 6, '00000588'],
  ['a pause of its own', 50, '0150'],
])('is an error with an image that has %s, but not with zeros', async (_, at, text) => {
  const image = 128 * 2;
  expect(await errorsOf(altered('DDPMS', put(image + at, text)))).toContain('error image_offset');
  expect(await errorsOf(altered('DDPMS', put(image + at, '0'.repeat(text.length))))).toEqual([]);
});

it('is an error with a PQ descriptor in another stream, or with two', async () => {
  expect(await errorsOf(altered('DDPMS', put(128 + 4, 'T0')))).toContain('error stream_type');
  const second = withStream({ 4: 'S1', 14: '     300', 30: 'PQ DESCR', 71: ' 17', 74: 'IMAGE2.DAT' });
  expect(await errorsOf(second)).toContain('error several_pq');
});

it.each<[string, (folder: Folder) => Buffer]>([
  ['dates and sizes', (folder) => Buffer.from(`Date: 20261127\r\nSize: 00033516\r\n${md5Lines(folder)}`)],
  ['sizes beside the names', (folder) => Buffer.from(md5Lines(folder, (name, hex) => `${name}\t100\t${hex}`))],
  ['kinds beside the names', (folder) => Buffer.from(md5Lines(folder, (name, hex) => `${name} MD5: ${hex}`))],
  ['a mark of UTF-8', (folder) => Buffer.from(`\ufeff${md5Lines(folder)}`)],
  ['sizes below', (folder) => Buffer.from(`${md5Lines(folder)}\r\nIMAGE.DAT 20261127`)],
  ['UTF-16', (folder) => Buffer.from(`\ufeff${md5Lines(folder)}`, 'utf16le')],
])('reads a list of checksums with %s', async (_, write) => {
  const folder = buildDdp({ cdText, checksums: {} });
  const findings = (list: Buffer) => findingsOf({ ...folder, 'LIST.MD5': list });
  expect(await findings(write(folder))).toEqual(['note cdtext_latin']);
  const wrong = write({ ...folder, 'IMAGE.DAT': Buffer.from('x') });
  expect(await findings(wrong)).toContain('error wrong_checksum');
});

const md5Lines = (folder: Folder, line = (name: string, hex: string) => `${hex} *${name}`): string =>
  [...digestsOf(folder)].map(([name, { md5 }]) => line(name, md5!)).join('\r\n');

describe('CD-Text beside the project', () => {
  const shown = async (texts: Parameters<typeof writeCdText>[0], expected: Partial<ExpectedDisc>) => {
    const ddp = (await readDdp(filesOf(buildDdp({ cdText: Buffer.from(writeCdText(texts)!) }))))!;
    return checkDdp(ddp, { digests: null, expected: { ...project, ...expected } })
      .filter(({ code }) => code.endsWith('_unlike_project'))
      .map(({ message }) => message);
  };
  const titles = ['Night', 'Ember', 'Ash', 'Coal'];
  const performer = ['Ada', 'Ada', 'Ada', 'Ada'];

  it('is that of another album, of another artist, or lacks a title', async () => {
    expect(await shown({ title: titles }, { title: 'Night Songs', performer: 'Ada' })).toEqual([]);
    expect(await shown({ title: titles, performer }, { title: 'Dawn', performer: 'Cleo' })).toEqual([
      'The album is “Night” in the CD-Text, “Dawn” in the project.',
      'The artist of the album is “Ada” in the CD-Text, “Cleo” in the project.',
    ]);
    const guests = project.tracks.map((track) => ({ ...track, performer: 'Ada feat. Bo' }));
    expect(await shown({ title: titles, performer }, { tracks: guests })).toEqual([]);
    const others = project.tracks.map((track) => ({ ...track, performer: 'Cleo' }));
    expect(await shown({ title: titles, performer }, { tracks: others })).toHaveLength(3);
    expect(await shown({ title: ['Night', 'Ember', '', 'Coal'] }, {})).toEqual([
      'Track 2 has no title in the CD-Text.',
    ]);
  });

  it('may be spelled in another way', async () => {
    const tracks = [
      { title: 'Bjørk & Straße', isrc: ISRCS[0]! },
      { title: 'Grün', performer: 'Ada feat. Bo', isrc: ISRCS[1]! },
      { title: 'Ash', performer: 'Ada', isrc: ISRCS[2]! },
    ];
    const title = ['Night Songs CD1', 'Bjork and Strasse', 'Gruen', 'Ash (feat. Bo)'];
    const artists = ['Ada', 'Ada', 'Ada ft. Bo', 'Ada'];
    expect(await shown({ title, performer: artists }, { title: 'Night Songs (Disc 1)', tracks })).toEqual([]);
  });

  it('may be in other letters, or cut', async () => {
    const tracks = [
      { title: '夜', isrc: ISRCS[0]! },
      { title: 'Зима', isrc: ISRCS[1]! },
      { title: 'Very long '.repeat(40).trim(), isrc: ISRCS[2]! },
    ];
    const title = ['Night', 'Track 01', '????', 'Very long '.repeat(25).trim()];
    expect(await shown({ title }, { tracks })).toEqual([]);
  });
});

describe('warnings and notes', () => {
  it.each<[string, string, () => Folder]>([
    ['there are no checksums', 'warning no_checksums', () => buildDdp({ cdText, checksums: {} })],
    [
      'the check digit of the UPC is wrong',
      'warning upc_check_digit',
      () => replaced('00', '00', { upc: '5012345678901' }),
    ],
    [
      'DDPID and the PQ descriptor have different UPCs',
      'warning upcs_differ',
      () => replaced('00', '00', { upc: '0036000291452' }),
    ],
    [
      'the PQ descriptor has different UPCs',
      'warning upcs_differ',
      () => replaced('01', '00', { upc: '0036000291452' }),
    ],
    ['a track has no readable flags', 'warning no_flags', () => replaced('02', '01', { control: '  ' })],
    [
      'the map names a second stream of sound',
      'warning other_data',
      () => withStream({ 4: 'D1', 14: '     300', 38: 'DA', 71: ' 17', 74: 'IMAGE2.DAT' }),
    ],
    [
      'the map names a stream of no known type',
      'warning other_data',
      () => withStream({ 4: 'd0', 14: '     300', 38: 'DA', 71: ' 17', 74: 'IMAGE2.DAT' }),
    ],
    [
      'the map names a second PQ descriptor by another name',
      'warning other_data',
      () => withStream({ 4: 'S0', 14: '     300', 30: 'PQ_DESCR', 71: ' 17', 74: 'IMAGE2.DAT' }),
    ],
    [
      'the map names a stream of data without a data track',
      'warning other_data',
      () => withStream({ 4: 'D0', 14: '     300', 38: 'A0', 71: ' 17', 74: 'IMAGE2.DAT' }),
    ],
    ['the UPC is none', 'warning upc_form', () => replaced('00', '00', { upc: 'NR001' })],
    ['the UPC is not in the PQ descriptor', 'warning upc_not_in_pq', () => replaced('00', '00', { upc: '' })],
    ['an ISRC is malformed', 'warning isrc_form', () => replaced('03', '01', { isrc: 'GB-ABC-26-00' })],
    ['an ISRC is there twice', 'warning isrc_twice', () => replaced('03', '01', { isrc: ISRCS[0]! })],
    [
      'the indexes of a track have different ISRCs',
      'warning isrcs_differ',
      () => replaced('02', '01', { isrc: ISRCS[0]! }),
    ],
    ['a gap has no length', 'warning empty_gap', () => replaced('02', '00', { time: time(675) })],
    ['a track has pre-emphasis', 'warning pre_emphasis', () => replaced('02', '00', { control: '11' })],
    ['its indexes have different flags', 'warning flags_differ', () => replaced('02', '01', { control: '11' })],
    ['only its music has pre-emphasis', 'warning pre_emphasis', () => replaced('02', '01', { control: '11' })],
    [
      'a track has four seconds only with the gap after it',
      'warning short_without_gap',
      () => replaced('02', '00', { time: time(449) }),
    ],
    [
      'the checksums lack the image',
      'warning no_image_checksum',
      () => {
        const folder = buildDdp({ cdText });
        const lines = folder['CHECKSUM.MD5']!.toString().split('\n');
        const kept = lines.filter((line) => !line.includes('IMAGE.DAT')).join('\n');
        return { ...folder, 'CHECKSUM.MD5': Buffer.from(kept), 'CHECKSUM.TXT': Buffer.from(kept) };
      },
    ],
    ['there are files beside it', 'warning other_files', () => ({ ...buildDdp(), 'booklet/a.pdf': Buffer.from('x') })],
    [
      'it is in a folder',
      'warning nested',
      () => Object.fromEntries(Object.entries(buildDdp()).map(([name, bytes]) => [`DDP/${name}`, bytes])),
    ],
    ['there is no CD-Text', 'note no_cdtext', () => buildDdp()],
    [
      'all checksums are in an unknown format',
      'warning checksum_format',
      () => ({ ...buildDdp({ checksums: {} }), 'x.chk': Buffer.from('hello') }),
    ],
    [
      'other checksums are in an unknown format',
      'note checksum_format',
      () => ({ ...buildDdp(), 'x.chk': Buffer.from('hello') }),
    ],
  ])('%s', async (_, found, make) => {
    const findings = await findingsOf(make());
    expect(findings).toContain(found);
    expect(findings.filter((each) => each.startsWith('error'))).toEqual([]);
  });

  it('names two image files and reads them as one', async () => {
    const { 'IMAGE.DAT': image, ...rest } = buildDdp({ cdText, checksums: {} });
    const parts = [image!.subarray(0, 700 * 2352), image!.subarray(700 * 2352)];
    const packets = parts.map((part, at) =>
      mapPacket({
        4: 'D0',
        14: String(part.length / 2352).padStart(8),
        38: 'DA',
        46: at === 0 ? ' 150' : '    ',
        71: ' 17',
        74: `IMAGE0${at + 1}.DAT`,
      }),
    );
    const map = Buffer.concat([rest.DDPMS!.subarray(0, 256), ...packets]);
    const split = { ...rest, DDPMS: map, 'IMAGE01.DAT': parts[0]!, 'IMAGE02.DAT': parts[1]! };
    const findings = await findingsOf(split);
    expect(findings).toContain('warning several_images');
    expect(findings.filter((each) => each.startsWith('error'))).toEqual([]);
  });

  it.each([
    [74 * 60 * 75 + 1, 'warning long_disc'],
    [(79 * 60 + 57) * 75 + 1, 'warning long_disc'],
  ])('warns of a disc of %d frames', async (frames, found) => {
    const ddp = (await readDdp(filesOf(buildDdp())))!;
    const last = ddp.pq.map((packet) => (packet.track === 'AA' ? { ...packet, time: frames } : packet));
    const longer = { ...ddp, pq: last, leadOut: frames, image: { ...ddp.image, frames } };
    const findings = checkDdp(longer, { digests: null, expected: null });
    expect(findings.map(({ level, code }) => `${level} ${code}`)).toContain(found);
  });

  it('compares gaps with the album, allowing one frame, except before the first track', async () => {
    const found = async (...wanted: number[]) => {
      const tracks = project.tracks.map((track, at) => ({ ...track, gapFrames: wanted[at]! }));
      const ddp = (await readDdp(filesOf(buildDdp({ cdText }))))!;
      return checkDdp(ddp, { digests: null, expected: { upc: UPC, tracks } }).flatMap(({ code, message }) =>
        code === 'gap_unlike_album' ? [message] : [],
      );
    };
    const gaps = TIMES.starts.map((start, at) => start - (TIMES.pauses[at] ?? start));
    const [second, third] = [gaps[1]!, gaps[2]!];
    expect(await found(0, second, third)).toEqual([]);
    expect(await found(0, second + 1, third + 1)).toEqual([]);
    expect(await found(0, second, third + 2)).toEqual([
      expect.stringMatching(/^The gap before track 3 is \S+, in the album \S+\.$/),
    ]);
  });

  it('compares titles, codes and order with the project', async () => {
    const [ember, ash, coal] = project.tracks;
    const differs = (tracks: ExpectedDisc['tracks'], upc = UPC) => findingsOf(buildDdp({ cdText }), { upc, tracks });
    expect(await differs([ember!, coal!, ash!])).toEqual(
      expect.arrayContaining(['warning title_unlike_project', 'warning isrc_unlike_project']),
    );
    expect(await differs([ember!, ash!])).toContain('error track_count');
    expect(await differs(project.tracks, '036000291452')).toContain('warning upc_differs');
  });
});
