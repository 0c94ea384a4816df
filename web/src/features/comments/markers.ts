import type { Marker } from '../../ui/marker-groups';
import { placeText } from './places';
import type { Thread } from './threads';

const COLORS = { engineer: 'var(--mantine-color-blue-7)', client: 'var(--mantine-color-green-7)' };
const RESOLVED = 'var(--mantine-color-gray-6)';

/** Waveform markers of the threads that have a position. */
export const markersOf = (threads: Thread[]): Marker[] =>
  threads.flatMap(({ first }) => {
    const { id, timestampSeconds: seconds, endSeconds, userName, userRole, resolvedAt, comment } = first;
    if (seconds === null) return [];
    const start = comment.length > 80 ? `${comment.slice(0, 79)}…` : comment;
    return {
      id,
      seconds,
      endSeconds,
      author: userName,
      label: `${placeText(first)}, ${userName}: ${start}`,
      color: resolvedAt === null ? COLORS[userRole] : RESOLVED,
    };
  });
