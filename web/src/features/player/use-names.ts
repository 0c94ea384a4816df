import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dataOf, filesListOptions } from '../../api';
import { useSession } from '../../api/session';
import { namesOf, trackWith } from '../../lib/audio/tracks';
import type { Piece } from './player-state';

interface Names {
  /** The title of its track. */
  title: string;
  /** Names of its versions, as in 'Master v2', by id; without those in staging. */
  versions: ReadonlyMap<string, string>;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Title and versions' names of a loaded file; its own name until the project's files are known. */
export function useNames({ id, projectId, track_title, fileName }: Piece): Names {
  const { user } = useSession();
  const { data: files } = useQuery({ ...filesListOptions({ path: { projectId } }), select: dataOf });
  const known = useMemo(() => {
    const track = files && trackWith(files, id);
    return track ? { title: track.title, versions: namesOf(track, user.id) } : null;
  }, [files, id, user.id]);
  return known ?? { title: track_title ?? fileName, versions: NONE };
}
