import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { buildDdp, type DdpStyle, filesOf, mapPacket, type Packet } from './built.testing.js';
import { PACK_BYTES, readCdText, writeCdText } from './cd-text.js';
import { checkDdp } from './check.js';
import { readDdp } from './read.js';

/**
 * DDPs that the program cue2ddp 1.1 has written for the public description github.com/ddp-reverse-eng/ddp-reverse-eng,
 * rebuilt from the tracks that are described there. The MD5 sums are those of that program's files, so the rebuilt
 * descriptors are the same bytes.
 */
interface ExperimentDescription {
  experiment: string;
  /** Track, index, MMSSFF. The lead-in, index 00 of track 1 and the second lead-out are added. */
  times: [track: string, index: string, time: string][];
  frames: number;
  style?: Partial<DdpStyle>;
  more?: Partial<Packet>;
  upc?: string;
  md5: { DDPID: string; DDPMS: string; SD: string };
  warnings: string[];
}

const NO_UPC = '187970110683c92c25bdb82256354780';
const ONE_TRACK = '4ddcd3c75e054c6685453524a0973a1a';
const described: ExperimentDescription[] = [
  {
    experiment: '002-two-tracks',
    times: [
      ['01', '01', '000200'],
      ['02', '01', '001200'],
      ['AA', '01', '002200'],
    ],
    frames: 1650,
    md5: { DDPID: NO_UPC, DDPMS: 'b1cec58f170a3a82041028887e0d198d', SD: '705ac1ddd23cde9d353cb4c70283318d' },
    warnings: [],
  },
  {
    experiment: '003-track2-pregap',
    times: [
      ['01', '01', '000200'],
      ['02', '00', '001000'],
      ['02', '01', '001200'],
      ['AA', '01', '002200'],
    ],
    frames: 1650,
    md5: { DDPID: NO_UPC, DDPMS: '786f12e522c55f9d6c81e24871d4d79f', SD: 'b48acb2e5a9748fce02ec99a161bb687' },
    warnings: [],
  },
  {
    experiment: '004-index02',
    times: [
      ['01', '01', '000200'],
      ['01', '02', '000700'],
      ['AA', '01', '001200'],
    ],
    frames: 900,
    md5: { DDPID: NO_UPC, DDPMS: 'c4f214cd247b1d46e0671f5f39d752d5', SD: 'c866d687f80bca3eacd15164585a5315' },
    warnings: [],
  },
  {
    experiment: '005-isrc-upc',
    times: [
      ['01', '01', '000200'],
      ['AA', '01', '001200'],
    ],
    frames: 900,
    upc: '0123456789012',
    md5: {
      DDPID: 'dd89c874714f94418b20feea4d9b2ac6',
      DDPMS: ONE_TRACK,
      SD: 'e6d506c61b61150a572f5290379e47d9',
    },
    warnings: [],
  },
  {
    experiment: '006-flags',
    times: [
      ['01', '01', '000200'],
      ['AA', '01', '001200'],
    ],
    frames: 900,
    more: { control: 'B1' },
    md5: { DDPID: NO_UPC, DDPMS: ONE_TRACK, SD: '0bacbdc29c1bab7098ebe2e0bd210128' },
    warnings: ['pre_emphasis', 'four_channels'],
  },
  {
    experiment: '009-track1-pregap',
    times: [
      ['01', '01', '000300'],
      ['AA', '01', '001000'],
    ],
    frames: 750,
    style: { audio: { 40: '7', 41: '1', 46: ' 225' } },
    md5: { DDPID: NO_UPC, DDPMS: '33271a39835f8d735b7e02f8a9d8823f', SD: '87cb4e54c49bf4f79a8216aec39da777' },
    warnings: ['long_pregap'],
  },
  {
    experiment: '010-flag-scms',
    times: [
      ['01', '01', '000200'],
      ['AA', '01', '001200'],
    ],
    frames: 900,
    more: { control: '0S' },
    md5: { DDPID: NO_UPC, DDPMS: ONE_TRACK, SD: 'acea67698513e018c099c4a349d97d2c' },
    warnings: [],
  },
  {
    experiment: '014-three-tracks',
    times: [
      ['01', '01', '000200'],
      ['02', '00', '001000'],
      ['02', '01', '001100'],
      ['02', '02', '001500'],
      ['03', '00', '002000'],
      ['03', '01', '002200'],
      ['AA', '01', '003000'],
    ],
    frames: 2250,
    md5: { DDPID: NO_UPC, DDPMS: '7f773da844b9b1091352eab67fb9e670', SD: '2bec8bd934a93dbdfb982c209865b7d6' },
    warnings: [],
  },
];

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');
const framesOf = (time: string) =>
  (Number(time.slice(0, 2)) * 60 + Number(time.slice(2, 4))) * 75 + Number(time.slice(4));

function rebuild({ experiment, times, frames, style, more, upc = '' }: ExperimentDescription) {
  const isrc = experiment === '005-isrc-upc' ? 'USABC1234567' : '';
  const tracks = times.map(([track, index, time]) => ({ track, index, time, ...(track === 'AA' ? {} : more) }));
  const packets: Packet[] = [
    { track: '00', index: '00', time: '000000', upc },
    { track: '01', index: '00', time: '000000', isrc, ...more },
    ...tracks,
    tracks.at(-1)!,
  ];
  return buildDdp({ identifier: { 8: upc, 38: '' }, ...style }, { packets, frames });
}

describe.each(described.map((each) => [each.experiment, each] as const))('the DDP %s of cue2ddp', (_, each) => {
  const folder = rebuild(each);

  it('is rebuilt byte by byte', () => {
    const { DDPID, DDPMS, SD } = folder;
    expect({ DDPID: md5(DDPID!), DDPMS: md5(DDPMS!), SD: md5(SD!) }).toEqual(each.md5);
  });

  it('is read with its indexes and flags, and has no error', async () => {
    const ddp = (await readDdp(filesOf(folder)))!;
    const read = ddp.tracks.flatMap(({ number, pause, start, indexes }) =>
      [{ index: 0, time: number === 1 ? null : pause }, { index: 1, time: start }, ...indexes].flatMap(
        ({ index, time }) => (time === null ? [] : [[`0${number}`, `0${index}`, time]]),
      ),
    );
    expect([...read, ['AA', '01', ddp.leadOut]]).toEqual(
      each.times.map(([track, index, time]) => [track, index, framesOf(time)]),
    );
    expect(ddp.upc.pq).toBe(each.upc ?? '');
    const findings = checkDdp(ddp, { digests: null, expected: null });
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
    const warned = findings.filter(({ level, code }) => level === 'warning' && code !== 'upc_check_digit');
    expect(warned.map(({ code }) => code)).toEqual(each.warnings);
  });
});

it('is written with the map that the description prints for a disc with CD-Text', () => {
  const folder = buildDdp(
    { cdText: Buffer.alloc(90) },
    { packets: Array.from({ length: 7 }, () => ({ track: 'AA', index: '01', time: '002200' })), frames: 1650 },
  );
  const packets: Record<number, string>[] = [
    { 4: 'S0', 14: '      90', 30: 'CDTEXT', 55: '00', 71: ' 17', 74: 'CDTEXT.BIN' },
    { 4: 'S0', 14: '     448', 30: 'PQ DESCR', 71: ' 17', 74: 'SD' },
    { 4: 'D0', 14: '    1650', 38: 'DA71', 46: ' 150', 71: ' 17', 74: 'IMAGE.DAT' },
  ];
  expect(folder.DDPMS!.toString()).toBe(Buffer.concat(packets.map(mapPacket)).toString());
});

describe('CD-Text of cue2ddp', () => {
  it('has the checksums that the description prints, pack by pack', () => {
    const file = writeCdText({
      title: ['Disc Title', 'Track One', 'Track Two'],
      performer: ['Disc Performer', 'Perf One', 'Perf Two'],
      songwriter: ['Disc Writer', 'Writer One', ''],
    })!;
    const crcs = Array.from({ length: file.length / PACK_BYTES }, (_, at) =>
      Buffer.from(file.subarray(at * PACK_BYTES + 16, (at + 1) * PACK_BYTES))
        .toString('hex')
        .toUpperCase(),
    );
    expect(crcs).toEqual(['A714', '8C65', 'E6B6', 'E318', '33B1', '1B61', '22B0', '2244', 'F88B', '361B', '87ED']);
    expect(readCdText(file)).toMatchObject({ damaged: [], packs: 11, extraBytes: 0 });
  });

  it('is written byte by byte for the disc with which another writer is tested', () => {
    const file = writeCdText({
      title: ['Disc', 'Track One', 'Track Two', 'Track Three'],
      performer: Array(4).fill('Artist'),
    })!;
    expect(createHash('sha256').update(file).digest('hex')).toBe(
      '40bf0a0b8ba8994cb2ea5e8238a3cbc341b8a5cac68a6157769034ca591b53f8',
    );
  });
});
