import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { commentsListOptions, dataOf } from '../../api';
import { discussionsOf } from '../../features/comments/discussions';
import { MiniPlayer, useMiniPlayerHeight } from '../../features/player/mini-player';
import { player } from '../../features/player/player';
import { usePlayer } from '../../features/player/use-player';
import { useWiderThan } from '../../ui/use-wider-than';

/** The player at the bottom, which reports its height. */
export default function PlayerBar({ onHeight }: { onHeight: (pixels: number) => void }) {
  const height = useMiniPlayerHeight();
  useEffect(() => onHeight(height), [height, onHeight]);
  // The shell ends with the session: the next person to sign in must not hear or see what was played before.
  useEffect(() => player.stop, []);
  return <MiniPlayer markers={useMarkers()} />;
}

/** Comments on what is loaded, for a phone, whose large player shows them on its waveform. */
function useMarkers() {
  const { piece } = usePlayer();
  const wide = useWiderThan('sm');
  const { data: comments } = useQuery({
    ...commentsListOptions({ path: { projectId: piece?.projectId ?? '' } }),
    select: dataOf,
    enabled: !wide && piece !== null && !piece.staged,
  });
  const id = piece?.id ?? '';
  return useMemo(() => discussionsOf(comments ?? [], '').markersOf(id), [comments, id]);
}
