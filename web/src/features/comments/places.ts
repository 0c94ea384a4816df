import type { Comment } from '../../api';
import { formatSeconds } from '../../lib/format/format';

/** '1:23' or '1:23–1:40'. */
export const placeText = ({ timestampSeconds, endSeconds }: Pick<Comment, 'timestampSeconds' | 'endSeconds'>): string =>
  formatSeconds(timestampSeconds) + (endSeconds === null ? '' : `–${formatSeconds(endSeconds)}`);
