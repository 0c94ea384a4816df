import type { Draw } from '../draw.js';
import type { Family } from './families-names.js';
import { type Format, Studio } from './studio.js';

const pad = (n: number): string => String(n).padStart(2, '0');
const digits = (draw: Draw, count: number): string => Array.from({ length: count }, () => draw.int(0, 9)).join('');
const hex = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw.int(0, 15).toString(16)).join('');

const LANES = [
  'Audio %',
  'Audio %',
  'Track %_01',
  'Audio 1_%',
  'Stereo Out %',
  'New Recording %',
  'Bounce %',
  'Untitled %',
  'Recording %',
  'Take %',
  'Mixdown(%)',
  'Clip %',
];

/** The counter of a recorder does not give the order of the songs. */
const lanes: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(4, 10));
  const name = draw.pick(words.own(LANES));
  const order = draw.some(studio.songs, draw.int(2, studio.songs.length));
  for (const [i, song] of order.entries())
    studio.add(name.replace('%', String(i + 1)), 'plain', draw.chance(0.5) ? null : song.seconds, 'a bare lane number');
  return studio.scenario(id, 'bare lane numbers', { lengths: false });
};

/** The same, with lengths that identify the songs. */
const lanesWithLengths: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(4, 9));
  const name = draw.pick([...words.own(LANES), '#', '#', '0%', 'file%']);
  const from = draw.int(0, 1);
  for (const [i, song] of draw.some(studio.songs).entries()) {
    const write = name === '#' ? hex(draw, draw.pick([8, 12, 32])) : name.replace('%', String(i + from));
    studio.add(write, 'plain', song.seconds + draw.int(0, 20) / 100, studio.master(song));
  }
  return studio.scenario(id, 'lengths under meaningless names', { lengths: true });
};

/** A hash is not a number, whatever its first digit is. */
const hashes: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(3, 10));
  const length = draw.pick([6, 8, 8, 12, 32, 40]);
  const uuid = draw.chance(0.3);
  for (const song of studio.songs) {
    const name = uuid
      ? [8, 4, 4, 4, 12].map((n) => hex(draw, n)).join('-')
      : `${draw.int(1, 9)}${hex(draw, length - 1)}`;
    studio.add(name, 'plain', song.seconds, 'a hash');
  }
  return studio.scenario(id, 'hashes', { lengths: false });
};

/** Barcode and track number, as distributors require. */
const barcodes: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(3, 12));
  const code = digits(draw, draw.pick([12, 13]));
  const joint = draw.pick(['_', '-', ' ', '_01_']);
  for (const song of studio.songs)
    studio.add(`${code}${joint}${pad(song.number)}`, draw.pick<Format>(['plain']), song.seconds, studio.master(song));
  return studio.scenario(id, 'barcode and number', { lengths: draw.chance(0.3) });
};

/** Numbers that begin at 0, while the lengths identify the songs. */
const fromNought: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(4, 9), false);
  const titled = draw.chance(0.5);
  for (const song of studio.songs) {
    const number = pad(song.number - 1);
    studio.add(
      titled ? studio.joined(number, studio.style.written(song.title)) : number,
      'plain',
      song.seconds,
      studio.master(song),
    );
  }
  return studio.scenario(id, 'numbers from nought', { lengths: true });
};

/** Radio edits, much shorter than the album version. */
const radioEdits: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(1, 5));
  const word = draw.pick(
    words.own(['Radio Edit', 'radio', 'RADIO EDIT', 'radio version', 'Radio Mix', 'clean radio edit']),
  );
  for (const song of studio.songs) {
    studio.add(studio.name(song), 'plain', song.seconds, studio.master(song));
    studio.add(
      studio.name(song, word),
      'plain',
      song.seconds * (draw.int(48, 90) / 100),
      studio.master(song, 'clean_master'),
    );
  }
  return studio.scenario(id, 'radio edits', { lengths: draw.chance(0.7) });
};

/** One or two ordinary files. */
const few: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(1, 10));
  const [song, other] = draw.some(studio.songs);
  const [word, slot, format] = draw.pick([
    ['', 'streaming_master', 'plain'],
    ['Master', 'streaming_master', 'plain'],
    ['MST', 'streaming_master', 'plain'],
    ['Instrumental', 'instrumental_master', 'plain'],
    ['inst master', 'instrumental_master', 'plain'],
    ['Clean', 'clean_master', 'plain'],
    ['Vinyl', 'vinyl_master', 'high'],
    ['CD', 'cd_master', 'cd'],
    ['HD', 'hires_master', 'high'],
  ] as const);
  studio.add(studio.name(song!, word), format, song!.seconds, studio.master(song!, slot));
  if (other && draw.chance(0.5))
    studio.add(studio.name(other, word), format, other.seconds, studio.master(other, slot));
  return studio.scenario(id, 'one or two files', { lengths: draw.chance(0.5) });
};

const STRANGERS = [
  'stems',
  'Acapella',
  'TV Mix',
  'ref',
  'demo',
  'take 3',
  'Atmos',
  'drums',
  'snippet',
  'acoustic demo',
  'vox only',
  'phone memo',
  'alt mix',
  'perf mix',
  '30s promo',
  'bass stem',
  'extended remix',
  'live at Tivoli',
];

/** One or two files that have no slot. */
const fewStrange: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(1, 8));
  for (const song of draw.some(studio.songs, draw.int(1, 2)))
    studio.add(
      studio.name(song, draw.pick(words.own(STRANGERS))),
      draw.pick<Format>(['plain', 'float']),
      song.seconds,
      'no slot takes it',
    );
  return studio.scenario(id, 'one or two strangers', { lengths: draw.chance(0.5) });
};

/** Songs without a track in the project; some have the numbers of existing tracks. */
const missing: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(3, 10));
  const without = draw.some(studio.songs, draw.int(1, Math.max(1, Math.floor(studio.songs.length / 2))));
  for (const song of studio.songs)
    studio.add(
      studio.name(song),
      'plain',
      song.seconds,
      without.includes(song) ? 'no such track' : studio.master(song),
    );
  return studio.scenario(id, 'tracks missing', { lengths: draw.chance(0.5), without });
};

/** Another project's files dropped here. */
const wrongProject: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(2, 8));
  const titles = words.titles(40).filter((title) => !studio.songs.some((song) => song.title === title));
  studio.songs.forEach((song, i) => {
    const name = studio.name({ ...song, title: titles[i]! });
    studio.add(name, 'plain', draw.int(1430, 3400) / 10, 'of another project');
  });
  return studio.scenario(id, 'of another project', { lengths: draw.chance(0.4) });
};

export const THIN_FAMILIES: Record<string, Family> = {
  lanes,
  lanesWithLengths,
  hashes,
  barcodes,
  fromNought,
  radioEdits,
  few,
  fewStrange,
  missing,
  wrongProject,
};
