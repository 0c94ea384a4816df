import { fold, withoutExtension } from '../../services/engine/names/fold.js';
import { readName } from '../../services/engine/names/read.js';
import { proposeTracks, type TrackProposal } from '../../services/engine/proposals/propose-tracks.js';
import { type Corpus, engineInput, type Scenario } from './corpus.js';

interface Wanted {
  trackNumber: number;
  title: string;
  /** a file's name or tag holds the title, letter for letter when folded */
  titled: boolean;
  /** the same file or another of the track holds a number */
  counted: boolean;
}

/** Tracks that the batch holds a file of: the others nobody can propose. */
function present(scenario: Scenario): Wanted[] {
  return scenario.tracks.flatMap(({ trackNumber, title = '' }) => {
    const own = scenario.files.filter((file) => file.truth?.trackNumber === trackNumber);
    if (own.length === 0) return [];
    const saying = (text: string): boolean => fold(text).includes(fold(title));
    return {
      trackNumber,
      title,
      titled: own.some(({ name, tags }) => saying(withoutExtension(name)) || saying(tags?.title ?? '')),
      counted: own.some(
        ({ name, tags }) =>
          Number(tags?.trackNumber) === trackNumber ||
          readName(name).numbers.some(({ group, position }) => group !== '' || position === trackNumber),
      ),
    };
  });
}

const percent = (part: number, whole: number): string => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–');

/**
 * Hides the tracks of every batch and prints how many the names bring back: of those whose title and number some file
 * carries, and of all that the batch holds a file of; precision is the share of proposals that are such a track.
 */
export function printProposals(corpus: Corpus, worst: number): void {
  const sum = { all: 0, allRight: 0, titled: 0, titleRight: 0, carried: 0, carriedRight: 0, proposed: 0, tracks: 0 };
  const misses: { count: number; lines: string[] }[] = [];
  for (const scenario of corpus.scenarios) {
    const { project, files } = engineInput(scenario);
    const wanted = present(scenario);
    const { tracks } = proposeTracks(project, [], files);
    const titleIs =
      (want: Wanted) =>
      (got: TrackProposal): boolean =>
        fold(got.title) === fold(want.title);
    const numberIs =
      (want: Wanted) =>
      (got: TrackProposal): boolean =>
        got.trackNumber === want.trackNumber;
    const right = wanted.filter((want) => tracks.some((got) => titleIs(want)(got) && numberIs(want)(got)));
    const titled = wanted.filter((want) => want.titled);
    const carried = titled.filter((want) => want.counted);
    sum.all += wanted.length;
    sum.allRight += right.length;
    sum.titled += titled.length;
    sum.titleRight += titled.filter((want) => tracks.some(titleIs(want))).length;
    sum.carried += carried.length;
    sum.carriedRight += carried.filter((want) => right.includes(want)).length;
    sum.proposed += tracks.length;
    sum.tracks += tracks.filter((got) => wanted.some((want) => titleIs(want)(got) || numberIs(want)(got))).length;
    const missed = titled.filter((want) => (want.counted ? !right.includes(want) : !tracks.some(titleIs(want))));
    if (missed.length === 0) continue;
    const show = (some: { trackNumber: number; title: string }[]): string =>
      some.map((track) => `${track.trackNumber} ${track.title || '(none)'}`).join(' | ');
    const instead = tracks.filter((got) => !right.some((want) => numberIs(want)(got)));
    misses.push({
      count: missed.length,
      lines: [
        `${scenario.id} ${scenario.style ?? ''}`,
        `    missed   ${show(missed)}`,
        `    instead  ${show(instead)}`,
      ],
    });
  }
  console.log(
    `\n${'tracks proposed from the names'.padEnd(34)} number and title right ${percent(sum.carriedRight, sum.carried)} of ${sum.carried} where files carry both ` +
      `(title ${percent(sum.titleRight, sum.titled)} of ${sum.titled} where they carry that; of all ${sum.all}, both ${percent(sum.allRight, sum.all)}); ` +
      `${percent(sum.tracks, sum.proposed)} of ${sum.proposed} proposals are tracks`,
  );
  misses.sort((a, b) => b.count - a.count);
  for (const { lines } of misses.slice(0, worst)) console.log(lines.map((line) => `  ${line}`).join('\n'));
}
