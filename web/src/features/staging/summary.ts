import type { StagingFile } from '../../api';
import { plural } from '../../lib/format/format';

/** Summary of staged files and of those that are announced, and of released files that are still listed. */
export function summaryOf(files: Pick<StagingFile, 'status'>[]): string {
  const count = (status: StagingFile['status']) => files.filter((file) => file.status === status).length;
  const [pending, assigned, released, incoming] = [
    count('pending'),
    count('assigned'),
    count('released'),
    count('incoming'),
  ];
  const staged = pending + assigned;
  if (staged > 0) {
    const here = `${plural(staged, 'file')} in staging: ${pending} pending, ${assigned} assigned`;
    return incoming > 0 ? `${here} · ${incoming} more on ${incoming === 1 ? 'its' : 'their'} way` : here;
  }
  if (incoming > 0) return `${plural(incoming, 'file')} on ${incoming === 1 ? 'its' : 'their'} way`;
  return `${plural(released, 'file')} released, nothing left in staging`;
}
