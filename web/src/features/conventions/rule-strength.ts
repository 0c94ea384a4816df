import type { Convention } from '../../api';
import { plural } from '../../lib/format/format';

interface RuleStrength {
  label: 'Firm' | 'Likely' | 'Hint' | 'Disputed';
  color: 'green' | 'yellow' | 'gray' | 'red';
  meaning: string;
}

/** How much a rule counts in suggestions, as a word for the server's number. */
export function ruleStrength({ trust }: Pick<Convention, 'trust'>): RuleStrength {
  if (trust >= 0.9) return { label: 'Firm', color: 'green', meaning: 'Counts as much as a common naming convention' };
  if (trust >= 0.5) return { label: 'Likely', color: 'yellow', meaning: 'Counts strongly, but not fully yet' };
  if (trust > 0) return { label: 'Hint', color: 'gray', meaning: 'Counts a little; more matching files make it firm' };
  return {
    label: 'Disputed',
    color: 'red',
    meaning: 'Ignored: too many files with this word are in other slots',
  };
}

/** '3 files', '3 files, 2 more in other slots' or 'Your answer, 3 files' */
export function countsOf({
  for: agreeing,
  against,
  answered,
}: Pick<Convention, 'for' | 'against' | 'answered'>): string {
  const elsewhere = against === 0 ? '' : `, ${against} more in other slots`;
  const files = `${plural(agreeing, 'file')}${elsewhere}`;
  if (!answered) return files;
  return agreeing + against > 0 ? `Your answer, ${files}` : 'Your answer';
}
