import { proposeTracks } from '../../services/engine/proposals/propose-tracks.js';
import { suggest } from '../../services/engine/suggest.js';
import { AUTO_ASSIGN_ABOVE } from '../../services/engine/types.js';
import { type Corpus, engineInput, type Scenario } from './corpus.js';
import { isOf, isTitleOf, isTrack, present, type WantedTrack } from './proposed.js';

interface Sums {
  all: number;
  titled: number;
  titleRight: number;
  carried: number;
  right: number;
  /** proposals, and those that match a track that no other proposal matches */
  proposed: number;
  tracks: number;
  /**
   * with every other track present: the missing ones, those whose names contain them, and the right ones; of the
   * present ones, those that were proposed again
   */
  lacking: number;
  lackingRight: number;
  again: number;
}

interface Miss {
  count: number;
  lines: string[];
}

const percent = (part: number, whole: number): string =>
  (whole ? `${((100 * part) / whole).toFixed(1)}` : '–').padStart(6);

/** Files that the engine would assign to the existing tracks. */
function placedIn(scenario: Scenario, known: readonly WantedTrack[]): Set<string> {
  const numbers = new Set(known.map(({ trackNumber }) => trackNumber));
  const { project, tracks, files } = engineInput(scenario);
  const found = suggest(
    project,
    tracks.filter(({ trackNumber }) => numbers.has(trackNumber)),
    files,
  );
  return new Set(
    files.flatMap(({ id }) => ((found.get(id)?.suggestions[0]?.confidence ?? 0) > AUTO_ASSIGN_ABOVE ? [id] : [])),
  );
}

function judge(scenario: Scenario, sum: Sums): Miss | null {
  const { project, files } = engineInput(scenario);
  const wanted = present(scenario);
  const { tracks } = proposeTracks(project, [], files);
  const titled = wanted.filter((want) => want.titled);
  const carried = wanted.filter((want) => want.carried);
  const right = wanted.filter((want) => tracks.some((got) => isTrack(want, got)));
  sum.all += wanted.length;
  sum.titled += titled.length;
  sum.titleRight += titled.filter((want) => tracks.some((got) => isTitleOf(want, got))).length;
  sum.carried += carried.length;
  sum.right += carried.filter((want) => right.includes(want)).length;
  sum.proposed += tracks.length;
  sum.tracks += wanted.filter((want) => tracks.some((got) => isOf(want, got, wanted))).length;

  const known = wanted.filter((_, i) => i % 2 === 0);
  const others = proposeTracks(project, known, files, placedIn(scenario, known)).tracks;
  const lacking = carried.filter((want) => !known.includes(want));
  sum.lacking += lacking.length;
  sum.lackingRight += lacking.filter((want) => others.some((got) => isTrack(want, got))).length;
  sum.again += others.filter((got) => known.some((want) => isOf(want, got, wanted))).length;

  const missed = titled.filter((want) =>
    want.carried ? !right.includes(want) : !tracks.some((got) => isTitleOf(want, got)),
  );
  if (missed.length === 0) return null;
  const show = (some: readonly { trackNumber: number; title: string }[]): string =>
    some.map((track) => `${track.trackNumber} ${track.title || '(none)'}`).join(' | ');
  const instead = tracks.filter((got) => !wanted.some((want) => isTrack(want, got)));
  return {
    count: missed.length,
    lines: [`${scenario.id} ${scenario.style ?? ''}`, `    missed   ${show(missed)}`, `    instead  ${show(instead)}`],
  };
}

/**
 * Hides the tracks of every batch and prints how many of them the names recover: number and title right, of the tracks
 * for which one file contains both; titles, of those that a file contains; the share of proposals that are a track; and
 * the same if every other track exists already. `worst` lists the batches with most misses.
 */
export function printProposals(corpora: readonly { name: string; corpus: Corpus }[], worst: number): void {
  console.log(
    `\n${'tracks proposed from the names'.padEnd(34)}  both right  of   title right  of   are tracks  of   half there: right  of   proposed again`,
  );
  for (const { name, corpus } of corpora) {
    const sum: Sums = {
      all: 0,
      titled: 0,
      titleRight: 0,
      carried: 0,
      right: 0,
      proposed: 0,
      tracks: 0,
      lacking: 0,
      lackingRight: 0,
      again: 0,
    };
    const misses = corpus.scenarios.flatMap((scenario) => judge(scenario, sum) ?? []);
    console.log(
      `${name.padEnd(34)}  ${percent(sum.right, sum.carried)} % ${String(sum.carried).padStart(5)}   ` +
        `${percent(sum.titleRight, sum.titled)} % ${String(sum.titled).padStart(5)}   ` +
        `${percent(sum.tracks, sum.proposed)} % ${String(sum.proposed).padStart(4)}   ` +
        `${percent(sum.lackingRight, sum.lacking).padStart(13)} % ${String(sum.lacking).padStart(5)}   ${sum.again}`,
    );
    misses.sort((a, b) => b.count - a.count);
    for (const { lines } of misses.slice(0, worst)) console.log(lines.map((line) => `  ${line}`).join('\n'));
  }
}
