import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { digestsOf, filesOf, type Folder } from './built.testing.js';
import { readCdText, writeCdText } from './cd-text.js';
import { checkDdp } from './check.js';
import { compareTrack, trackRanges } from './compare.js';
import { toLatin1 } from './latin.js';
import { checkDisc, type Disc, type DiscLayout, type DiscTrack, layOutDisc } from './layout.js';
import type { Pcm } from './pcm.js';
import { cueSheet, orderText, pqRows, signedMsf } from './pq-sheet.js';
import { readDdp } from './read.js';
import { IMAGE_NAME, writeChecksums, writeDescriptors } from './write.js';

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

const noise = (samples: number, seed: number): Buffer => {
  const bytes = Buffer.alloc(samples * 4);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeInt32LE(((at + seed) * 2_654_435_761) | 1, at);
  return bytes;
};

function imageOf({ pieces }: DiscLayout, masters: Buffer[]): Buffer {
  return Buffer.concat(
    pieces.map((piece) => (piece.kind === 'master' ? masters[piece.track]! : Buffer.alloc(piece.sizeBytes))),
  );
}

function folderOf(disc: Disc, layout: DiscLayout, masters: Buffer[]): Folder {
  const image = imageOf(layout, masters);
  const descriptors = writeDescriptors(disc, layout);
  const all = [...descriptors.files, writeChecksums(descriptors, md5(image), md5)];
  return { ...Object.fromEntries(all.map(({ name, bytes }) => [name, Buffer.from(bytes)])), [IMAGE_NAME]: image };
}

const pcmOf = (bytes: Buffer): Pcm => ({
  sizeBytes: bytes.length,
  read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
});

const track = (more: Partial<DiscTrack> = {}): DiscTrack => ({
  title: 'Ember',
  performer: 'Ada',
  composer: '',
  isrc: 'GBABC2600001',
  gapFrames: 150,
  samples: 5 * 44_100,
  ...more,
});
const discOf = (tracks: DiscTrack[], more: Partial<Disc> = {}): Disc => ({
  title: 'Night Songs',
  performer: 'Ada',
  upc: '5012345678900',
  masterId: 'NR001',
  tracks,
  ...more,
});

const text = fc.stringMatching(/^[\x21-\x7e\xa1-\xff]{0,40}$/);
const anyTrack = fc.record({
  title: text,
  performer: text,
  composer: text,
  isrc: fc.stringMatching(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/),
  gapFrames: fc.oneof(fc.constant(0), fc.nat(400)),
  samples: fc.integer({ min: 44 * 4_410, max: 5 * 44_100 }),
});
const anyOffset = fc.oneof(fc.constant(0), fc.nat(20));

describe('a DDP that was written', () => {
  it('is read back without an error, and its image holds the masters sample by sample', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTrack, { minLength: 1, maxLength: 4 }),
        text,
        anyOffset,
        anyOffset,
        async (tracks, title, offset, end) => {
          const distinct = tracks.map((each, at) => ({ ...each, isrc: `GBABC26${String(at).padStart(5, '0')}` }));
          const disc = discOf(distinct, { title });
          const masters = tracks.map(({ samples }, at) => noise(samples, at));
          const layout = layOutDisc(disc.tracks, { start: offset, end });
          const folder = folderOf(disc, layout, masters);
          const ddp = (await readDdp(filesOf(folder)))!;
          const heard = disc.tracks.map((each) => ({ ...each, heardFrames: each.gapFrames }));
          const expected = { upc: disc.upc, tracks: heard };
          const findings = checkDdp(ddp, { digests: digestsOf(folder), expected });
          expect(findings.filter(({ level }) => level !== 'note')).toEqual([]);
          const { tracks: placed, pieces } = layout;
          const samplesBefore = (at: number) =>
            pieces
              .slice(
                0,
                pieces.findIndex((piece) => piece.kind === 'master' && piece.track === at),
              )
              .reduce((sum, { sizeBytes }) => sum + sizeBytes / 4, 0);
          expect(ddp.tracks.map(({ pause, start }) => ({ pause, start }))).toEqual(
            placed.map(({ pause, start }) => ({ pause, start })),
          );
          const image = pcmOf(folder[IMAGE_NAME]!);
          const ranges = await trackRanges(
            image,
            ddp.tracks.map(({ start }, at) => ({
              start: start! * 2352,
              end: (ddp.tracks[at + 1]?.start ?? ddp.leadOut!) * 2352,
              master: pcmOf(masters[at]!),
            })),
          );
          for (const [at, { start }] of ddp.tracks.entries()) {
            const compared = await compareTrack(image, ranges[at]!, pcmOf(masters[at]!));
            const offsetSamples = samplesBefore(at) - start! * 588;
            expect(compared).toEqual({
              isSame: true,
              offsetSamples,
              differs: 0,
              firstS: null,
              soundOffset: expect.any(Number),
              soundEnd: expect.any(Number),
            });
            // Only a master without a gap before it may begin within a frame; the others have the offset, if it fits.
            const { gapFrames } = tracks[at]!;
            if (gapFrames === 0 && at > 0) expect(offsetSamples).toBeLessThan(588);
            else expect(offsetSamples).toBe(588 * (at === 0 ? offset : Math.min(offset, gapFrames)));
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('has the layout of the public description', () => {
    const tracks = [track({ samples: 588 * 300 }), track({ samples: 588 * 400, isrc: 'GBABC2600002' })];
    const { files } = writeDescriptors(discOf(tracks), layOutDisc(tracks));
    const texts = Object.fromEntries(files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('latin1')]));
    expect(texts.DDPID).toBe(`DDP 2.005012345678900${' '.repeat(17)}${'NR001'.padEnd(48)} CD`.padEnd(128));
    expect(texts.DDPMS!.slice(-128)).toBe(
      `${'VVVMD0'.padEnd(14)}0000100000000000${' '.repeat(8)}DA70${' '.repeat(4)}0150${' '.repeat(21)}017IMAGE.DAT`.padEnd(
        128,
      ),
    );
    expect(texts.PQDESCR!.match(/.{64}/g)!.map((packet) => packet.trimEnd())).toEqual([
      `VVVS0000  00000001${' '.repeat(14)}5012345678900`,
      'VVVS0100  00000001  GBABC2600001',
      'VVVS0101  00020001',
      'VVVS0200  00060001  GBABC2600002',
      'VVVS0201  00080001',
      'VVVSAA01  00132501',
      'VVVSAA01  00132501',
    ]);
  });

  it('holds 99 tracks, and more than 80 minutes with a warning', async () => {
    const tracks = Array.from({ length: 99 }, (_, at) =>
      track({ title: `Song ${at + 1}`, isrc: `GBABC26${String(at).padStart(5, '0')}`, samples: 588 * 75 * 47 }),
    );
    const disc = discOf(tracks);
    const layout = layOutDisc(tracks);
    const { files } = writeDescriptors(disc, layout);
    const folder = Object.fromEntries(files.map(({ name, bytes }) => [name, Buffer.from(bytes)]));
    // Only the size of the image matters here.
    const image = { path: IMAGE_NAME, sizeBytes: layout.frames * 2352 };
    const { entries, read } = filesOf(folder);
    const ddp = (await readDdp({ entries: [...entries, image], read }))!;
    expect([ddp.tracks.length, ddp.tracks.at(-1)!.number]).toEqual([99, 99]);
    expect(ddp.cdText!.texts.title!.at(-1)).toBe('Song 99');
    const findings = checkDdp(ddp, { digests: null, expected: { upc: disc.upc, tracks } });
    const told = findings.filter(({ level }) => level !== 'note').map(({ level, code }) => `${level} ${code}`);
    expect(told).toContain('warning long_disc');
    expect(told.filter((each) => each.startsWith('error'))).toEqual([]);
  });

  it('leaves out what a disc cannot hold and says so', () => {
    const odd = track({ title: '夜', isrc: 'nonsense' });
    const { files, findings } = writeDescriptors(
      discOf([odd, track({ title: 'Łódź – “Nocą”' })], { upc: '12' }),
      layOutDisc([odd, odd]),
    );
    expect(findings.map(({ code }) => code)).toEqual(['upc_form', 'isrc_form', 'cdtext_left_out', 'cdtext_spelling']);
    const { texts } = readCdText(files.find(({ name }) => name === 'CDTEXT.BIN')!.bytes);
    expect(texts.title).toEqual(['Night Songs', 'Track 01', 'Lódz - "Noca"']);
  });

  it('says in one line which tracks have no ISRC', () => {
    const noteOf = (...isrcs: string[]) => {
      const tracks = isrcs.map((isrc) => track({ isrc }));
      return writeDescriptors(discOf(tracks), layOutDisc(tracks)).findings.map(({ message }) => message);
    };
    expect(noteOf('GBABC2600001', '')).toEqual(['Track 2 has no ISRC.']);
    expect(noteOf('', 'GBABC2600001', '')).toEqual(['Tracks 1, 3 have no ISRC.']);
  });

  it('leaves out artists, then all CD-Text, if there is too much of it', () => {
    const tracks = (title: (at: number) => string) =>
      Array.from({ length: 60 }, (_, at) => track({ title: title(at), performer: `${at} ${'x'.repeat(15)}` }));
    const written = (title: (at: number) => string) => {
      const { files, findings } = writeDescriptors(discOf(tracks(title)), layOutDisc(tracks(title)));
      return [files.map(({ name }) => name).includes('CDTEXT.BIN'), findings.map(({ code }) => code)];
    };
    expect(written((at) => `${at} ${'y'.repeat(20)}`)).toEqual([true, []]);
    expect(written((at) => `${at} ${'y'.repeat(40)}`)).toEqual([true, ['cdtext_full']]);
    expect(written((at) => `${at} ${'y'.repeat(60)}`)).toEqual([false, ['cdtext_full']]);
  });

  it('repeats one artist of 99 tracks instead of leaving out the artists', () => {
    const tracks = Array.from({ length: 99 }, (_, at) =>
      track({ title: `Song number ${at + 1}`, performer: 'The Ember Singers' }),
    );
    const { files, findings } = writeDescriptors(discOf(tracks), layOutDisc(tracks));
    expect(findings.map(({ code }) => code)).not.toContain('cdtext_full');
    const { texts } = readCdText(files.find(({ name }) => name === 'CDTEXT.BIN')!.bytes);
    expect(texts.performer).toEqual(['Ada', ...tracks.map(({ performer }) => performer)]);
  });

  it('has no empty text, and none that is longer than players read', () => {
    const credits = 'Adele Composer, '.repeat(22).slice(0, 350);
    const tracks = [
      track({ title: 'Ночь', composer: credits }),
      track({ title: '夜の歌', composer: '', performer: '' }),
      track({ title: 'Νύχτα', composer: 'Bö' }),
    ];
    const { files, findings } = writeDescriptors(discOf(tracks, { performer: '' }), layOutDisc(tracks));
    const { texts } = readCdText(files.find(({ name }) => name === 'CDTEXT.BIN')!.bytes);
    expect(texts.title).toEqual(['Night Songs', "Noch'", 'Track 02', 'Nychta']);
    expect(texts.performer).toEqual(['Various Artists', 'Ada', '-', 'Ada']);
    expect(texts.composer).toEqual(['Various Composers', 'Adele Composer, '.repeat(16).slice(0, 245), '-', 'Bö']);
    expect(findings.map(({ level, code, track }) => `${level} ${code} ${track}`)).toEqual([
      'note cdtext_spelling 1',
      'note cdtext_left_out 2',
      'note cdtext_spelling 3',
      'warning cdtext_cut 1',
    ]);
  });
});

it('a disc with PQ offsets has its indexes beside the music, and all gaps as they are heard', () => {
  const tracks = [588 * 400, 588 * 350 + 11, 588 * 301, 588 * 320].map((samples, at) =>
    track({ samples, gapFrames: [0, 150, 0, 10][at]! }),
  );
  const { tracks: placed, frames, pieces } = layOutDisc(tracks, { start: 15, end: 30 });
  expect(placed).toEqual([
    { pause: 0, start: 150, end: 595 },
    { pause: 595, start: 700, end: 1065 },
    { pause: null, start: 1065, end: 1367 },
    { pause: null, start: 1367, end: 1727 },
  ]);
  expect(frames).toBe(1727);
  expect(pieces.map(({ kind, sizeBytes }) => [kind, sizeBytes / 4])).toEqual([
    ['silence', 588 * 165],
    ['master', 588 * 400],
    ['silence', 588 * 150],
    ['master', 588 * 350 + 11],
    ['master', 588 * 301],
    ['silence', 588 * 11 - 11],
    ['master', 588 * 320],
    ['silence', 588 * 30],
  ]);
});

describe('a disc that cannot be made', () => {
  const codes = (tracks: DiscTrack[]) =>
    checkDisc(discOf(tracks), layOutDisc(tracks)).map(({ level, code }) => `${level} ${code}`);

  it('has no track, a short one, more than 99, or too much sound', () => {
    expect(codes([])).toEqual(['error no_tracks']);
    expect(codes([track({ samples: 44_100 * 3 })])).toEqual(['error short_track']);
    expect(codes(Array.from({ length: 99 }, () => track()))).toEqual([]);
    expect(codes(Array.from({ length: 100 }, () => track()))).toEqual(['error too_many_tracks']);
    expect(codes([track({ samples: 44_100 * 60 * 80 })])).toEqual(['warning long_disc']);
    expect(codes([track({ samples: 44_100 * 60 * 100 })])).toEqual(['error too_long']);
  });

  it('has no silence between masters without a gap, although one ends within a frame', () => {
    const inside = track({ samples: 588 * 400 + 11 });
    const next = track({ title: 'Ash', gapFrames: 0, samples: 588 * 400 });
    expect(codes([inside, next])).toEqual(['note partial_frame']);
    expect(codes([inside, track({ samples: 588 * 400 })])).toEqual([]);
    const { pieces, tracks, frames } = layOutDisc([inside, next, track({ samples: 588 * 300 })]);
    const bytes = (samples: number) => samples * 4;
    expect(pieces).toEqual([
      { kind: 'silence', sizeBytes: bytes(588 * 150) },
      { kind: 'master', track: 0, sizeBytes: bytes(588 * 400 + 11) },
      { kind: 'master', track: 1, sizeBytes: bytes(588 * 400) },
      { kind: 'silence', sizeBytes: bytes(588 - 11 + 588 * 150) },
      { kind: 'master', track: 2, sizeBytes: bytes(588 * 300) },
    ]);
    expect(tracks).toEqual([
      { pause: 0, start: 150, end: 550 },
      { pause: null, start: 550, end: 951 },
      { pause: 951, start: 1101, end: 1401 },
    ]);
    expect(frames).toBe(1401);
    expect(checkDisc(discOf([inside, next]), layOutDisc([inside, next]))[0]!.message).toBe(
      '“Ash” begins 11 samples (0.2 ms) after its index, because the master before it ends within a CD frame. The sound has no break.',
    );
  });
});

describe('CD-Text', () => {
  it('is read as it was written, for any texts in Latin-1', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 2, maxLength: 20 }),
        fc.array(text, { minLength: 2, maxLength: 20 }),
        (title, performer) => {
          const tracks = Math.max(title.length, performer.length) - 1;
          const filled = (all: string[]) => Array.from({ length: tracks + 1 }, (_, at) => all[at] || '-');
          const own = { title: filled(title), performer: filled(performer) };
          for (const repeats of [false, true]) {
            const file = writeCdText(own, { repeats });
            if (!file) {
              expect(title.join('').length + performer.join('').length).toBeGreaterThan(2000);
              continue;
            }
            const { texts, damaged, extraBytes } = readCdText(file);
            expect([damaged, extraBytes]).toEqual([[], 0]);
            expect(texts).toEqual(own);
          }
        },
      ),
    );
  });

  it('repeats the text before a TAB', () => {
    const file = writeCdText({ performer: ['Ada', '\t', '\t'] })!;
    expect(readCdText(file).texts.performer).toEqual(['Ada', 'Ada', 'Ada']);
  });

  it('spells typographic signs and other Latin letters in Latin-1', () => {
    expect(toLatin1('“L’été” – Šárka')).toBe('"L\'été" - Sárka');
    expect(toLatin1('夜')).toBeNull();
  });
});

describe('comparing with a master', () => {
  const master = noise(6 * 44_100, 7);
  const image = (shiftSamples: number, sound: Buffer, tail: Buffer = Buffer.alloc(44_100 * 4)) => {
    const start = 3 * 44_100 + shiftSamples;
    return Buffer.concat([Buffer.alloc(start * 4), sound, tail]);
  };
  const start = 3 * 44_100 * 4;
  const compare = async (bytes: Buffer, own = master) => {
    const [range] = await trackRanges(pcmOf(bytes), [{ start, end: bytes.length, master: pcmOf(own) }]);
    return compareTrack(pcmOf(bytes), range!, pcmOf(own));
  };

  it.each([0, 1, -1, 588, 88_000, -88_000])('finds a master that was moved by %d samples', async (shift) => {
    expect(await compare(image(shift, master))).toMatchObject({ isSame: true, offsetSamples: shift, differs: 0 });
  });

  it('says where the first difference is and how much differs, even at the very start', async () => {
    const changed = Buffer.from(master);
    changed.writeUInt8(changed[0]! ^ 1, 0);
    changed.writeUInt8(changed[4 * 44_100 * 2]! ^ 1, 4 * 44_100 * 2);
    const later = Buffer.from(master).fill(0, 4 * 44_100);
    expect(await compare(image(100, changed))).toMatchObject({
      isSame: false,
      offsetSamples: 100,
      differs: 2 / (6 * 44_100),
      firstS: 0,
    });
    expect(await compare(image(0, later))).toMatchObject({ isSame: false, firstS: 1 });
    expect((await compare(image(0, later))).differs).toBeCloseTo(5 / 6, 5);
  });

  it('reports a truncated master', async () => {
    const cut = image(0, master.subarray(0, 3 * 44_100 * 4), Buffer.alloc(0));
    expect(await compare(cut)).toMatchObject({ isSame: false, firstS: 3, differs: 0.5 });
  });

  it('compares silence with silence, and nothing with nothing', async () => {
    expect(await compare(Buffer.alloc(10 * 44_100 * 4), Buffer.alloc(44_100 * 4))).toMatchObject({ isSame: true });
    expect(await compare(Buffer.alloc(0), Buffer.alloc(0))).toMatchObject({ isSame: true, differs: 0 });
  });
});

describe('sheets', () => {
  const tracks = [track({ samples: 588 * 300 }), track({ title: 'A "B"', gapFrames: 0, samples: 588 * 400, isrc: '' })];
  const disc = discOf(tracks);
  const layout = layOutDisc(tracks);

  it('list every index with absolute and relative times', () => {
    expect(
      pqRows(disc, layout).map(({ track: number, index, absolute, relative, length }) => [
        number,
        index,
        absolute,
        signedMsf(relative),
        length,
      ]),
    ).toEqual([
      [1, 0, 0, '-00:02:00', 150],
      [1, 1, 150, '00:00:00', 300],
      [2, 1, 450, '00:04:00', 400],
    ]);
  });

  it('write a cue sheet for a WAV from index 01 of track 1 on', () => {
    expect(cueSheet(disc, layout, '5012345678900', 'Night "Songs".wav').split('\r\n')).toEqual([
      'CATALOG 5012345678900',
      'TITLE "Night Songs"',
      'PERFORMER "Ada"',
      'FILE "Night \'Songs\'.wav" WAVE',
      '  TRACK 01 AUDIO',
      '    TITLE "Ember"',
      '    PERFORMER "Ada"',
      '    ISRC GBABC2600001',
      '    INDEX 01 00:00:00',
      '  TRACK 02 AUDIO',
      '    TITLE "A \'B\'"',
      '    PERFORMER "Ada"',
      '    INDEX 01 00:04:00',
      '',
    ]);
  });

  it('include an ASCII text for an order form', () => {
    const lines = orderText({ ...disc, title: 'Nächte' }, layout, '5012345678900').split('\r\n');
    expect(lines).toContain('Title: Nachte');
    expect(lines).toContain('01  00:02:00  00:02:00  00:04:00  GBABC2600001  Ember');
    expect(lines.every((line) => /^[\x20-\x7e]*$/.test(line))).toBe(true);
  });
});
