import type { Batch, BatchFile } from '../batch/types.js';
import type { Evidence } from '../types.js';
import type { Candidate } from './candidates.js';
import type { Model } from './model.js';

const MAX_REASONS = 6;
/** Evidence that moves the odds by less is not worth a line. */
const WORTH_NAMING = 0.25;

/** The evidence of a candidate weighed, and its weightiest part as lines with + and −, strongest first. */
export function reasonsOf(
  candidate: Candidate,
  weights: Model['weights'],
): { reasoning: string[]; evidence: Evidence[] } {
  const doubts = candidate.doubts.map((doubt) => ({
    kind: doubt.kind,
    strength: Number(Math.log(Math.max(1e-3, 1 - (weights[doubt.kind] ?? 0) * doubt.value)).toFixed(2)),
    text: doubt.text(),
  }));
  const evidence = candidate.items
    .map((item) => ({
      kind: item.kind,
      strength: Number(((weights[item.kind] ?? 0) * item.value).toFixed(2)),
      text: item.text(),
    }))
    .concat(doubts)
    .filter((entry) => entry.text !== '' && entry.strength !== 0)
    .sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength));
  const reasoning = evidence
    .filter((entry) => Math.abs(entry.strength) >= WORTH_NAMING || entry.kind.startsWith('doubt.'))
    .slice(0, MAX_REASONS)
    .map((entry) => `${entry.strength > 0 ? '+' : '−'} ${entry.text}`);
  return { reasoning, evidence };
}

const VERDICTS: Record<string, string> = {
  'word.acapella': 'Vocals alone, no slot takes them',
  'word.tv': 'A TV or performance mix, no slot takes it',
  'word.stem': 'A stem or part, not a deliverable',
  'word.reference': 'A reference or unmastered mix, not a deliverable',
  'word.tone': 'Noise, a tone or a test, not a deliverable',
  'word.unfinished': 'A demo, take or sketch, not a deliverable',
  'word.whole': 'A whole side, album or sequence in one file',
  'word.snippet': 'A snippet, not a deliverable',
  'word.live': 'Another performance, not one of the tracks',
  'word.remix': 'Another version of the song, not one of the tracks',
  'word.sample': 'A sample or effect, not a deliverable',
  'word.spoken': 'Speech or notes, not a deliverable',
  'word.surround': 'A surround or headphone mix, no slot takes it',
  'shape.multichannel': 'More than two channels, no slot takes it',
  'word.edit': 'An edit that no slot takes',
  'word.alternate': 'An alternate of another file',
  'word.older': 'An outdated version',
  'word.copy': 'A copy of another file',
  'shape.long': 'Too long for any track',
  'shape.short': 'Too short for any track',
  'shape.lossyBeside': 'A lossy copy beside lossless files',
  'tag.artistOther': "Another artist's recording",
  'isrc.stranger': 'A recording with an ISRC of another project',
  'sound.other': 'Sounds like another song',
};

/** One sentence on a file that should not be assigned by itself; `best` is its likeliest candidate. */
export function verdictOf(
  batch: Batch,
  each: BatchFile,
  best: Candidate | undefined,
  weights: Model['weights'],
): string | null {
  if (batch.tracks.length === 0) return null;
  if (best) {
    const against = best.items
      .map((item) => ({ item, strength: (weights[item.kind] ?? 0) * item.value }))
      .sort((a, b) => a.strength - b.strength);
    const named = against.find(({ item }) => VERDICTS[item.kind] !== undefined);
    const verdict = named && VERDICTS[named.item.kind];
    if (verdict && named.strength < -2.5) return verdict;
    const ahead = best.doubts.find((each) => each.kind.startsWith('competition.') && each.value > 0.5);
    if (ahead) return ahead.text();
    if (verdict && named.strength < -1) return verdict;
    if (best.probability > 0.3) return null;
  }
  const word = each.name.words.find((mark) => VERDICTS[`word.${mark.wordClass}`] !== undefined && mark.strength === 1);
  return (word && !best ? VERDICTS[`word.${word.wordClass}`] : undefined) ?? 'No track of this project fits';
}
