import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { commentsListOptions, dataOf, filesListOptions } from '../../api';
import { markersOf } from '../../features/comments/markers';
import { threadsOf } from '../../features/comments/threads';
import { MiniPlayer, useMiniPlayerHeight } from '../../features/player/mini-player';
import { player } from '../../features/player/player';
import { usePlayer } from '../../features/player/use-player';
import { trackWith } from '../../lib/audio/tracks';
import { useWiderThan } from '../../ui/use-wider-than';

/** The player at the bottom, which reports its height. */
export default function PlayerBar({ onHeight }: { onHeight: (pixels: number) => void }) {
  const height = useMiniPlayerHeight();
  useEffect(() => onHeight(height), [height, onHeight]);
  // The shell ends with the session: the next person to sign in must not hear or see what was played before.
  useEffect(() => player.stop, []);
  return <MiniPlayer markers={useMarkers()} />;
}

/** Comments on what is loaded and on its older versions, for a phone, whose large player shows them on its waveform. */
function useMarkers() {
  const { piece } = usePlayer();
  const wide = useWiderThan('sm');
  const path = { projectId: piece?.projectId ?? '' };
  const enabled = !wide && piece !== null && !piece.staged;
  const { data: comments } = useQuery({ ...commentsListOptions({ path }), select: dataOf, enabled });
  const { data: files } = useQuery({ ...filesListOptions({ path }), select: dataOf, enabled });
  const id = piece?.id ?? '';
  return useMemo(() => {
    const versions = files && trackWith(files, id)?.groups.map(({ newest, earlier }) => [newest, ...earlier]);
    const ids = versions?.map((group) => group.map((file) => file.id)).find((group) => group.includes(id)) ?? [id];
    return markersOf(threadsOf(comments ?? [], ids, id));
  }, [comments, files, id]);
}
