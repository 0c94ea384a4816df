import type { ProbeFacts } from '../../platform/audio/facts.js';
import type { HeaderHint } from './header.schema.js';

type Header = Pick<ProbeFacts, Exclude<keyof HeaderHint, 'tags'>> & { tags: { isrc: string | null } };

/** Tolerance in seconds, because some readers count an incomplete last frame. Different files differ by more. */
const LENGTH_TOLERANCE_S = 1;

/**
 * Describes in a sentence how the file's own header differs from the one that the browser read; null if the fields that
 * both have agree.
 */
export function contradictionOf(before: HeaderHint, now: Header): string | null {
  const [was, is] = [wordsOf(before), wordsOf(now)];
  const differing = was.flatMap((word, index) => {
    const other = is[index];
    return word !== null && other && word !== other ? [[word, other] as const] : [];
  });
  if (before.durationS !== null && now.durationS !== null) {
    if (Math.abs(before.durationS - now.durationS) > LENGTH_TOLERANCE_S)
      differing.push([length(before.durationS), length(now.durationS)]);
  }
  if (differing.length === 0) return null;
  const list = (which: 0 | 1) => differing.map((pair) => pair[which]).join(', ');
  return `When it was dropped its header said ${list(0)}; what has arrived says ${list(1)}`;
}

const wordsOf = ({ container, sampleRateHz, bitsStored, float, channels, tags }: Header): (string | null)[] => [
  container.toUpperCase(),
  `${sampleRateHz / 1000} kHz`,
  bitsStored === null ? null : `${bitsStored} bit${float ? ' float' : ''}`,
  channels === 1 ? 'mono' : `${channels} channels`,
  tags.isrc && `ISRC ${tags.isrc}`,
];

const length = (seconds: number) => `${seconds.toFixed(1)} s`;
