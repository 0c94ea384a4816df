import type { Scenario } from '../corpus.js';
import type { Draw } from '../draw.js';
import { type Format, Studio } from './studio.js';
import type { Words } from './words.js';

export type Family = (draw: Draw, words: Words, id: string) => Scenario;

const split = (text: string): string[] => text.trim().split(/\s*,\s*/);
const MASTER = split(
  'Master, MST, mastered, Mastering, MASTERED, Mstr, M1, Master 1, master v1, MA, mastered v2, Final Master',
);
const MIX_NUMBERED = split(
  'Mix %, MIX 0%, Mix0%, mix_v%, MX%, Mix % premaster, mix % PM, MIX-%, mix v% 32f, Mix% export, MX 0%, mixv%',
);
const MIX_WORDS =
  split(`mixdown, noMST, premaster, pre-master, no limiter, Unmastered, FINAL MIX, rough mix, for mastering, mix print,
  Mixdown 2, NoMaster, no mst, premst, 2mix, stereo mix, mix bounce, prem, bounce 3, approved mix, nomaster, mix ready, UNLIMITED MIX, mix (no lim)`);

const mixName = (draw: Draw, words: Words): string =>
  draw.chance(0.6)
    ? draw.pick(words.own(MIX_NUMBERED)).replace('%', String(draw.int(1, 9)))
    : draw.pick(words.own(MIX_WORDS));

/** The client's own mixes next to the masters, in float or not. */
const mixesBesideMasters: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(1, 7));
  const mixFormat = draw.pick<Format>(['float', 'float', 'plain', 'high']);
  const word = draw.chance(0.7) ? draw.pick(words.own(MASTER)) : '';
  const some = draw.chance(0.4);
  for (const song of studio.songs) {
    studio.add(studio.name(song, word), 'plain', song.seconds, studio.master(song));
    if (some && draw.chance(0.5)) continue;
    studio.add(studio.name(song, mixName(draw, words)), mixFormat, song.seconds, "the client's mix");
  }
  return studio.scenario(id, "client's mixes beside masters", { lengths: draw.chance(0.5) });
};

/** Only mixes: the right answer for every file is 'not a master'. */
const mixesAlone: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(1, 5));
  const format = draw.pick<Format>(['float', 'float', 'plain']);
  for (const song of studio.songs)
    studio.add(studio.name(song, mixName(draw, words)), format, song.seconds, "the client's mix");
  return studio.scenario(id, "client's mixes alone", { lengths: draw.chance(0.4) });
};

/** 'Mix 3 Master' is a master, made from that mix. */
const mastersOfMixes: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(2, 7));
  const word = draw.pick(words.own(MASTER));
  for (const song of studio.songs)
    studio.add(studio.name(song, `Mix ${draw.int(1, 9)}`, word), 'plain', song.seconds, studio.master(song));
  return studio.scenario(id, 'masters that name their mix', { lengths: draw.chance(0.5) });
};

const PREFIXES =
  split(`M. R., LP, TV, DUB, LIVE, CD, HD, INST, VL, REF, DEMO, RAW, I.B., MIX, D.J. V., BEAT, EP, ALT, CLEAN, V.O., C.D.,
  TALK, LOOP, DIGI, RADIO, MR, Test, HR, The Cut, KARAOKE`);

/** A prefix of every name identifies the sender, whatever it means elsewhere. */
const sharedPrefix: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(3, 9));
  const prefix = draw.pick(words.own(PREFIXES));
  const [before, after] = draw.pick([
    [`${prefix} - `, ''],
    [`${prefix}_`, ''],
    [`${prefix} `, ''],
    ['', prefix.includes('.') ? ` - ${prefix}` : ''],
  ] as const);
  const high = draw.chance(0.4);
  const named = draw.chance(0.4);
  const version = draw.pick(['Instrumental', 'inst', 'INSTR']);
  for (const song of studio.songs) {
    const write = (...behind: string[]): string => `${before}${studio.name(song, ...behind)}${after}`;
    studio.add(write(), 'plain', song.seconds, studio.master(song));
    if (high)
      studio.add(
        write(`24${Math.round(studio.highRate / 1000)}`),
        'high',
        song.seconds,
        studio.master(song, 'hires_master'),
      );
    if (named) studio.add(write(version), 'plain', song.seconds, studio.master(song, 'instrumental_master'));
  }
  return studio.scenario(id, `all share ${prefix}`, { lengths: draw.chance(0.5) });
};

type Day = { y: number; m: number; d: number };
const pad = (n: number): string => String(n).padStart(2, '0');
const DATES: ((at: Day, sep: string) => string)[] = [
  ({ d, m }, sep) => `${d}${sep}${m}`,
  ({ d, m }, sep) => `${pad(d)}${sep}${pad(m)}`,
  ({ d, m }, sep) => `${m}${sep}${d}`,
  ({ y, m, d }) => `${pad(d)}${pad(m)}${y}`,
  ({ y, m, d }) => `${pad(m)}${pad(d)}${y}`,
  ({ y, m, d }) => `${y}${pad(m)}${pad(d)}`,
  ({ y, m, d }) => `${pad(y % 100)}${pad(m)}${pad(d)}`,
  ({ y, m, d }) => `${pad(d)}${pad(m)}${pad(y % 100)}`,
  ({ y, m, d }, sep) => `${y}${sep}${pad(m)}${sep}${pad(d)}`,
  ({ y, m, d }, sep) => `${pad(d)}${sep}${pad(m)}${sep}${y}`,
  ({ d, m }) => `${d}${['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'][m - 1]}`,
];

/** Revisions distinguished by their dates, in any order of day and month; one day above 12 shows the order. */
const dated: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(2, 6));
  const write = draw.pick(DATES);
  const sep = draw.pick(['-', '.', '-', '_']);
  const version = draw.chance(0.3);
  const word = draw.chance(0.5) ? draw.pick(words.own(MASTER)).replace(/ ?[v]?\d$/, '') : '';
  const year = draw.int(2023, 2026);
  for (const song of studio.songs) {
    const first = { y: year, m: draw.int(1, 10), d: draw.int(1, 28) };
    const second = { y: year, m: first.m + draw.int(1, 2), d: draw.int(13, 28) };
    for (const [i, at] of [first, second].entries()) {
      const v = version ? `v${i + 1}` : '';
      studio.add(
        studio.name(song, word, v, write(at, sep)),
        'plain',
        song.seconds,
        i === 1 ? studio.master(song) : 'an older revision',
      );
    }
  }
  return studio.scenario(id, 'revisions by date', { lengths: draw.chance(0.6) });
};

/** Revisions distinguished by numbers or words. */
const revised: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(1, 6));
  const [older, newer] = draw.pick([
    ['v1', 'v2'],
    ['v3', 'v10'],
    ['R1', 'R3'],
    ['M1', 'M2'],
    ['master 1', 'master 2'],
    ['', 'v2'],
    ['', 'revised'],
    ['rev A', 'rev B'],
    ['v2', 'v2.1'],
    ['old', ''],
    ['OLD', 'NEW'],
    ['mst1', 'mst2'],
    ['', 'Recall'],
    ['', 'updated'],
  ] as const);
  for (const song of studio.songs) {
    studio.add(studio.name(song, newer), 'plain', song.seconds, studio.master(song));
    if (draw.chance(0.7)) studio.add(studio.name(song, older), 'plain', song.seconds, 'an older revision');
  }
  return studio.scenario(id, 'revisions by number or word', { lengths: draw.chance(0.6) });
};

/** An ordinary week, in two or three formats. */
const ordinary: Family = (draw, words, id) => {
  const studio = new Studio(draw, words, draw.int(1, 10));
  const word = draw.chance(0.5) ? draw.pick(words.own(MASTER)) : '';
  const also = draw.some(
    [
      ['hires_master', 'high', ['24-96', 'HD', 'hi-res', 'HiRes', '2496', 'HR']],
      ['cd_master', 'cd', ['16-44', 'CD', '1644', '16 44', 'RedBook']],
      ['instrumental_master', 'plain', ['Instrumental', 'inst', 'INST', 'Instr', 'no vox', 'TV off']],
      ['clean_master', 'plain', ['Clean', 'clean edit', 'Radio Edit', 'CLN', 'clean version']],
      ['vinyl_master', 'high', ['Vinyl', 'VINYL', 'vinyl master', 'LP', 'for vinyl']],
    ] as const,
    draw.int(0, 3),
  );
  for (const song of studio.songs) studio.add(studio.name(song, word), 'plain', song.seconds, studio.master(song));
  for (const [slot, format, said] of also) {
    const says = draw.pick(said.slice(0, -1));
    for (const song of studio.songs)
      if (draw.chance(0.8)) studio.add(studio.name(song, word, says), format, song.seconds, studio.master(song, slot));
  }
  return studio.scenario(id, 'an ordinary week', { lengths: draw.chance(0.6) });
};

export const NAME_FAMILIES: Record<string, Family> = {
  mixesBesideMasters,
  mixesAlone,
  mastersOfMixes,
  sharedPrefix,
  dated,
  revised,
  ordinary,
};
