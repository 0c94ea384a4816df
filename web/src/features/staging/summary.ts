import type { StagingFile } from '../../api';
import { plural } from '../../lib/format/format';

/** Summary of staged files, and of released files that are still listed. */
export function summaryOf(files: Pick<StagingFile, 'status'>[]): string {
  const count = (status: StagingFile['status']) => files.filter((file) => file.status === status).length;
  const [pending, assigned, released, incoming] = [
    count('pending'),
    count('assigned'),
    count('released'),
    count('incoming'),
  ];
  const staged = files.length - released - incoming;
  if (staged === 0 && incoming > 0) return `${plural(incoming, 'file')} incoming`;
  if (staged === 0 && released > 0) return `${plural(released, 'file')} released, nothing left in staging`;
  const here = `${plural(staged, 'file')} in staging: ${pending} pending, ${assigned} assigned`;
  return incoming > 0 ? `${here}, ${incoming} incoming` : here;
}
