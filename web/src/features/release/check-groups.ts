import type { Check, StagingFile } from '../../api';

/** Files of which a check has found the same. */
export interface CheckGroup {
  code: string;
  kind: string;
  threshold: string;
  accepted: boolean;
  found: { file: StagingFile; check: Check }[];
}

/** Findings about assigned files by kind: open ones first, and of these the most frequent. */
export function checkGroupsOf(files: StagingFile[]): CheckGroup[] {
  const groups = new Map<string, CheckGroup>();
  for (const file of files.filter(({ status }) => status === 'assigned')) {
    for (const check of file.checks) {
      const { code, kind, threshold } = check;
      const accepted = check.accepted !== null;
      const key = JSON.stringify([kind, accepted]);
      const group = groups.get(key) ?? { code, kind, threshold, accepted, found: [] };
      group.found.push({ file, check });
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort(
    (one, other) => Number(one.accepted) - Number(other.accepted) || other.found.length - one.found.length,
  );
}

const OF_TRACK = /^Track (\d+)(?: ".*")? (has|is) (.*)$/;

/** Merges sentences that say the same about several tracks: 'Tracks 1, 2 and 3 have …'. */
export function mergedByTrack(sentences: string[]): string[] {
  const merged = new Map<string, { numbers: number[]; text: string }>();
  for (const sentence of sentences) {
    const [, number, verb, rest] = OF_TRACK.exec(sentence) ?? [];
    const key = number ? `${verb} ${rest}` : sentence;
    const numbers = [...(merged.get(key)?.numbers ?? []), Number(number)];
    const text = `Tracks ${rangesOf(numbers)} ${verb === 'has' ? 'have' : 'are'} ${rest}`;
    merged.set(key, { numbers, text: numbers.length > 1 ? text : sentence });
  }
  return [...merged.values()].map(({ text }) => text);
}

/** '1–3, 5' */
function rangesOf(numbers: number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(', ');
}
