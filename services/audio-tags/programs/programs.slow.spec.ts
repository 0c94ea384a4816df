import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseBuffer } from 'music-metadata';
import { readChunks } from '../../audio-headers/chunks.js';
import { type AudioContainer, kindOf } from '../../audio-headers/containers.js';
import { findAudio } from '../../audio-headers/find-audio.js';
import { type AnalysisFacts, decodedFrames, heardOf } from '../../platform/audio/facts.js';
import { AudioRunner } from '../../platform/audio/runner.js';
import { expectTableInDocs } from '../../testing/doc-table.js';
import { heardBySndfile } from '../readers.testing.js';
import { layOutTagged, soundRange } from '../tagged.js';
import { EMPTY, sourceOf } from '../tagged.testing.js';
import { sizeOf, taggedSource } from '../tags.js';
import { writeInputs } from './inputs.testing.js';
import type { ProgramRow } from './row.testing.js';
import { rows } from './table.testing.js';

/**
 * Whether a machine that lacks a program is at fault. Elsewhere the recordings take its place; `RECORD_PROGRAMS=1` writes
 * them again.
 */
const mustRun = Boolean(process.env.CI);
const records = process.env.RECORD_PROGRAMS === '1';
const RECORDINGS = join(import.meta.dirname, 'recorded.json');
const STRUCTURE = [
  'truncated',
  'damaged',
  'length_differs',
  'unknown_data',
  'wrong_md5',
  'format_changes',
  'coded_inside',
];

/** A file that a program wrote, deflated. Sound that needs no decoder is left out; `soundBytes` of it belong between head and tail. */
interface Recording {
  name: string;
  head: string;
  soundBytes: number;
  tail: string;
}

interface Made {
  name: string;
  bytes: Buffer;
}

const recorded = (existsSync(RECORDINGS) ? JSON.parse(readFileSync(RECORDINGS, 'utf8')) : {}) as Record<
  string,
  Recording
>;
const nameOf = ({ program, what }: ProgramRow) => (what ? `${program}: ${what}` : program);

const folder = mkdtempSync(join(tmpdir(), 'lacquer-programs-'));
const inputs = join(folder, 'inputs');
const runner = new AudioRunner();
beforeAll(() => {
  execFileSync('mkdir', [inputs]);
  writeInputs(inputs);
});
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true });
  if (records) writeFileSync(RECORDINGS, `${JSON.stringify(recorded, null, 2)}\n`);
});

/** Runs the program in a folder of its own. Null if it is not there. */
function write(row: ProgramRow): Made | null {
  const own = mkdtempSync(join(folder, 'program-'));
  execFileSync('cp', ['-R', `${inputs}/.`, own]);
  symlinkSync(join(import.meta.dirname, '../../../.ci/programs/node_modules'), join(own, 'node_modules'));
  const PATH = [join(process.execPath, '..'), '/usr/bin', '/bin', process.env.PATH].join(':');
  const run = spawnSync('sh', ['-c', row.command], {
    cwd: own,
    env: { PATH, HOME: own, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
    timeout: 60_000,
  });
  const name = readdirSync(own).find((each) => each.startsWith('out.'));
  const made = name && { name, bytes: readFileSync(join(own, name)) };
  rmSync(own, { recursive: true });
  if (made && made.bytes.length > 0) return made;
  if (mustRun) throw new Error(`${row.program} (package ${row.from}) wrote nothing: ${run.stderr}`);
  return null;
}

async function record({ name, bytes }: Made): Promise<Recording> {
  const container = (await findAudio(sourceOf(bytes)))?.container;
  const sound = container && kindOf(container) !== 'flac' && (await soundRange(sourceOf(bytes), container));
  const { from, to } = sound && sound.frames ? sound : { from: bytes.length, to: bytes.length };
  const text = (start: number, end: number) => deflateSync(bytes.subarray(start, end)).toString('base64');
  return { name, head: text(0, from), soundBytes: to - from, tail: text(to, bytes.length) };
}

const unpacked = (text: string) => inflateSync(Buffer.from(text, 'base64'));

function replay({ name, head, soundBytes, tail }: Recording): Made {
  let state = 1;
  const sound = Uint8Array.from({ length: soundBytes }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // As floats of either byte order they are below full scale.
    return (state >>> 24) & 0x3f;
  });
  return { name, bytes: Buffer.concat([unpacked(head), sound, unpacked(tail)]) };
}

async function fileOf(row: ProgramRow): Promise<Made> {
  const made = write(row);
  if (made && records) recorded[nameOf(row)] = await record(made);
  const recording = recorded[nameOf(row)];
  if (!made && !recording) throw new Error(`${row.program} is not installed and was never recorded`);
  return made ?? replay(recording!);
}

const lossless: Partial<Record<string, string>> = {
  wav: 'WAV',
  rf64: 'RF64',
  w64: 'Wave64',
  aiff: 'AIFF',
  aifc: 'AIFF-C',
};

function formatOf(facts: AnalysisFacts): string {
  const { container, codec, bitsStored, float, sampleRateHz, channels } = facts;
  const form = lossless[container] ?? container.toUpperCase();
  const kind = bitsStored ? `${bitsStored} bits${float ? ' float' : ''}` : codec.toUpperCase();
  return `${kind === form ? '' : `${form}, `}${lengthOf(kind, sampleRateHz, channels, decodedFrames(facts)!)}`;
}

const lengthOf = (kind: string | undefined, rate: number, channels: number, frames: number): string =>
  `${kind}, ${rate / 1000} kHz, ${channels} × ${frames}`;

/** Chunks by their bytes, and tags by the names that music-metadata has for them. */
async function partsOf(bytes: Buffer, container: AudioContainer): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const chunks = (await readChunks(sourceOf(bytes), container))?.chunks ?? [];
  for (const { id, offset, size } of chunks) {
    if (!SOUND.has(id)) found.set(`${id.trim()} chunk`, bytes.subarray(offset, offset + size).toString('base64'));
  }
  const { native } = await parseBuffer(bytes, { path: `a.${container}` }, { includeChapters: true });
  for (const { id, value } of Object.values(native).flat()) {
    // The chunk is compared as a whole.
    if (!id.startsWith('bext.')) found.set(id, `${found.get(id) ?? ''}${JSON.stringify(value)}`);
  }
  return found;
}
const SOUND = new Set(['fmt ', 'data', 'ds64', 'COMM', 'SSND', 'FVER']);

it.each(rows.map((row) => [nameOf(row), row] as const))('%s', async (name, row) => {
  const { name: fileName, bytes } = await fileOf(row);
  const path = join(folder, fileName);
  writeFileSync(path, bytes);
  const facts = await runner.analyse(path, { fileName, outDir: join(folder, 'results') }).then(
    ({ facts: found }) => found,
    (error: Error) => error.message,
  );
  const seen: Partial<ProgramRow> = { reads: typeof facts === 'string' ? facts : formatOf(facts) };
  if (typeof facts !== 'string') {
    const tags = Object.fromEntries(Object.entries(facts.tags).filter(([, value]) => value !== null));
    const warnings = facts.warnings.map(({ code }) => code).filter((code) => STRUCTURE.includes(code));
    if (Object.keys(tags).length > 0) seen.tags = tags;
    if (warnings.length > 0) seen.warnings = warnings;
    const elsewhere = heardElsewhere(path, facts);
    if (elsewhere !== null && !seen.reads!.endsWith(elsewhere)) seen.elsewhere = elsewhere;
    Object.assign(seen, await copyOf(bytes, facts, seen.elsewhere === undefined));
  }
  if (process.env.SEEN) writeFileSync(process.env.SEEN, `${JSON.stringify({ name, ...seen })}\n`, { flag: 'a' });
  const { reads, tags, warnings, elsewhere, keeps, leaves } = row;
  const isHeardElsewhere = typeof facts !== 'string' && (mustRun || seen.elsewhere !== undefined);
  expect(seen).toEqual({ reads, tags, warnings, keeps, leaves, elsewhere: isHeardElsewhere ? elsewhere : undefined });
});

/** Subtypes of libsndfile by the lowest byte of its format, as `formatOf` writes them. */
const SNDFILE_KINDS: Record<number, string> = {
  1: '8 bits',
  2: '16 bits',
  3: '24 bits',
  4: '32 bits',
  5: '8 bits',
  6: '32 bits float',
  7: '64 bits float',
  0x82: 'MP3',
};

/** Kind, rate, channels and decoded length by a reader that is not ours: mpg123 or libsndfile. Null where it is not installed. */
function heardElsewhere(path: string, { container, codec }: AnalysisFacts): string | null {
  const to = join(folder, 'elsewhere.au');
  const isMp3 = container === 'mp3';
  const run = isMp3
    ? spawnSync('mpg123', ['-q', '--au', to, '-e', 's16', path])
    : spawnSync('sndfile-convert', ['-pcm32', path, to]);
  if (run.error && !mustRun) return null;
  const header = existsSync(to) ? readFileSync(to) : Buffer.alloc(24);
  rmSync(to, { force: true });
  const [rate, channels] = [header.readUInt32BE(16), header.readUInt32BE(20)];
  const frames = (header.length - header.readUInt32BE(4)) / (isMp3 ? 2 : 4) / Math.max(1, channels);
  const info = isMp3 ? '' : spawnSync('sndfile-info', [path], { encoding: 'utf8' }).stdout;
  const subtype = Number.parseInt(/^Format *: 0x[0-9A-F]*([0-9A-F]{2})$/m.exec(info)?.[1] ?? '', 16);
  return lengthOf(isMp3 ? codec.toUpperCase() : SNDFILE_KINDS[subtype], rate, channels, frames);
}

/** Parts that the tagged copy of a file keeps and leaves. The copy has the same sound for FFmpeg and for libsndfile. */
async function copyOf(
  bytes: Buffer,
  facts: AnalysisFacts,
  isClear: boolean,
): Promise<Pick<ProgramRow, 'keeps' | 'leaves'>> {
  const { container } = facts;
  const layout = await layOutTagged(sourceOf(bytes), container, heardOf(facts), EMPTY);
  if (typeof layout === 'string') return { leaves: [layout] };
  const copy = Buffer.from(await taggedSource(layout, sourceOf(bytes)).read(0, sizeOf(layout)));
  const path = join(folder, `copy.${container}`);
  writeFileSync(path, copy);
  const heard = await runner.analyse(path, { fileName: path, outDir: join(folder, 'results') });
  expect([formatOf(heard.facts), heard.facts.loudness]).toEqual([formatOf(facts), facts.loudness]);
  // Where other readers misread the file, its copy is clearer.
  if (isClear) expect(heard.facts.warnings).toEqual(facts.warnings);
  if (isClear && container !== 'mp3') expect(heardBySndfile(copy, container)).toBe(heardBySndfile(bytes, container));
  const [before, after] = [await partsOf(bytes, container), await partsOf(copy, container)];
  const keeps = [...before].filter(([part, value]) => after.get(part) === value).map(([part]) => part);
  return { ...(keeps.length > 0 && { keeps }), ...(layout.left.length > 0 && { leaves: layout.left }) };
}

const TAG_NAMES: Record<string, string> = {
  isrc: 'ISRC',
  albumArtist: 'album artist',
  trackNumber: 'track number',
  trackTotal: 'tracks',
  discNumber: 'disc number',
};

it('the table is in the docs', () => {
  const said = ({ reads, tags, warnings = [], elsewhere }: ProgramRow) =>
    [
      reads,
      ...Object.entries(tags ?? {}).map(([tag, value]) => `${TAG_NAMES[tag] ?? tag} “${value}”`),
      ...warnings.map((code) => `warning: ${code.replaceAll('_', ' ')}`),
      ...(elsewhere === undefined ? [] : [`other readers: ${elsewhere}`]),
    ].join('; ');
  expectTableInDocs('programs.md', 'programs', [
    ['Program', 'Writes', 'Lacquer reads', 'The tagged copy keeps', 'It leaves'],
    ...rows.map((row) => [
      `${row.program} ${row.version}`,
      row.what ?? row.reads.split(',')[0]!,
      said(row),
      row.keeps?.join(', ') ?? '',
      row.leaves?.join(', ') ?? '',
    ]),
  ]);
});
