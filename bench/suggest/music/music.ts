// npm run bench:music -- FOLDER [--songs N] [--skip N] [--errors]: renders songs of FOLDER as mixes and masters and
// prints how many are placed by their audio alone. Needs ffmpeg. See ../README.md for music with a free licence; none
// is kept here.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { suggest } from '../../../services/engine/suggest.js';
import {
  AUTO_ASSIGN_ABOVE,
  SLOT_TYPES,
  type SlotType,
  type SuggestFile,
  type Suggestion,
  type SuggestTrack,
} from '../../../services/engine/types.js';
import { Draw } from '../draw.js';
import { heard, songsIn } from './heard.js';
import { type Recipe, recipesOf, revisionOf } from './recipes.js';

const { values, positionals } = parseArgs({
  options: {
    songs: { type: 'string', default: '24' },
    skip: { type: 'string', default: '0' },
    errors: { type: 'boolean' },
  },
  allowPositionals: true,
});

const LENGTH_S = 64;
const FROM_S = 5;
/** Number of songs in one project. */
const ALBUM = 8;

interface MadeSong {
  file: SuggestFile;
  recipe: Recipe;
  track: number;
}

interface Row extends MadeSong {
  album: string;
  best: Suggestion | undefined;
}

interface Album {
  name: string;
  tracks: SuggestTrack[];
  masters: MadeSong[];
  /** masters of a song without a track */
  strangers: MadeSong[];
  /** a new CD or streaming master of each song that has one */
  revisions: MadeSong[];
}

const [skipped, count] = [Number(values.skip), Number(values.songs)];
const chosen = songsIn(positionals[0] ?? '.', FROM_S + LENGTH_S + 2, skipped + count).slice(skipped);

async function albumOf(number: number): Promise<Album> {
  const draw = new Draw(100 + number);
  const album: Album = { name: `album ${number + 1}`, tracks: [], masters: [], strangers: [], revisions: [] };
  const useless = (): string => `Bounce_${draw.int(10_000, 99_999)}.wav`;
  const own = chosen.slice(number * ALBUM, (number + 1) * ALBUM);
  for (const [track, song] of own.entries()) {
    const seed = createHash('sha1').update(basename(song)).digest().readInt32LE();
    const voice = chosen[(chosen.indexOf(song) + 1) % chosen.length]!;
    const part = { song, voice, fromS: FROM_S, lengthS: LENGTH_S };
    const { mix, masters } = recipesOf(seed, LENGTH_S);
    const make = async (recipe: Recipe): Promise<MadeSong> => {
      const name = useless();
      return { file: { ...(await heard(part, recipe)), id: name, name }, recipe, track };
    };
    const stranger = track === ALBUM - 1;
    for (const recipe of masters) (stranger ? album.strangers : album.masters).push(await make(recipe));
    if (stranger) continue;
    const original = await heard(part, mix);
    album.tracks.push({
      id: `t${track}`,
      trackNumber: track + 1,
      title: `Song ${String.fromCharCode(65 + track)}`,
      isrc: null,
      notes: null,
      durationS: original.durationS ?? null,
      slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
      references: [original.fingerprint!],
    });
    const revised = masters.find(({ slot }) => slot === 'cd_master') ?? masters[0]!;
    album.revisions.push(await make(revisionOf(revised, seed)));
  }
  return album;
}

const judge = (album: Album, files: readonly SuggestFile[]): ReturnType<typeof suggest> =>
  suggest({ title: 'Real music', artist: null }, album.tracks, new Draw(3).some(files));

const isRight = ({ best, track, recipe }: Row): boolean =>
  best?.trackNumber === track + 1 && best.slotType === recipe.slot;
const isSure = ({ best }: Row): boolean => (best?.confidence ?? 0) > AUTO_ASSIGN_ABOVE;
const share = (part: number, whole: number): string => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–');

function print(name: string, rows: readonly Row[]): void {
  const sure = rows.filter(isSure);
  const ofTrack = rows.filter(({ best, track }) => best?.trackNumber === track + 1);
  console.log(
    `${name.padEnd(24)} ${String(rows.length).padStart(4)} files   track ${share(ofTrack.length, rows.length).padStart(7)}   ` +
      `slot ${share(rows.filter(isRight).length, rows.length).padStart(7)}   precision above ${AUTO_ASSIGN_ABOVE} ` +
      `${share(sure.filter(isRight).length, sure.length).padStart(7)} of ${sure.length}`,
  );
}

function printErrors(rows: readonly Row[]): void {
  for (const { album, track, recipe, file, best } of rows.filter((row) => !isRight(row)))
    console.log(
      `  ${album}, ${track + 1} ${recipe.kind} ${recipe.rate / 1000}/${recipe.bits} ${file.integratedLufs?.toFixed(1)} LUFS: ` +
        `got ${best ? `${best.trackNumber} ${best.slotType} at ${best.confidence}` : 'nothing'}: ${best?.reasoning.join('; ') ?? ''}`,
    );
}

const rows: Row[] = [];
const revised: Row[] = [];
let [strangers, taken] = [0, 0];
for (let number = 0; number * ALBUM < chosen.length; number++) {
  const album = await albumOf(number);
  const found = judge(
    album,
    [...album.masters, ...album.strangers].map(({ file }) => file),
  );
  const rowOf = (made: MadeSong, judged: typeof found): Row => ({
    ...made,
    album: album.name,
    best: judged.get(made.file.id)?.suggestions[0],
  });
  rows.push(...album.masters.map((made) => rowOf(made, found)));
  const bestOf = ({ file }: MadeSong): number => found.get(file.id)?.suggestions[0]?.confidence ?? 0;
  strangers += album.strangers.length;
  taken += album.strangers.filter((made) => bestOf(made) > AUTO_ASSIGN_ABOVE).length;
  const released = album.masters.map(({ file, track, recipe }): SuggestFile => {
    const slotType = recipe.slot as SlotType;
    return { ...file, assigned: { trackId: `t${track}`, slotType, released: true } };
  });
  const again = judge(album, [...released, ...album.revisions.map(({ file }) => file)]);
  revised.push(...album.revisions.map((made) => rowOf(made, again)));
}
console.log(`${chosen.length} songs under useless names`);
print('all', rows);
for (const [kind, some] of Map.groupBy(rows, ({ recipe }) => recipe.kind)) print(`  ${kind}`, some);
print('revised after a release', revised);
console.log(`${strangers} masters of other songs: ${taken} placed above ${AUTO_ASSIGN_ABOVE}`);
if (values.errors) {
  printErrors(rows);
  console.log('revised after a release');
  printErrors(revised);
}
