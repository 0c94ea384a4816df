import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  stagingListOptions,
  trackProposalsListOptions,
  tracksListOptions,
} from './generated/@tanstack/react-query.gen';

/**
 * Tracks that staged files suggest and that the project does not have; null until known, or when no file is waiting.
 */
export function useTrackProposals(projectId: string) {
  const path = { projectId };
  const staged = useQuery(stagingListOptions({ path })).data?.data.stagingFiles;
  const tracks = useQuery(tracksListOptions({ path })).data?.data.tracks;
  const pending = staged?.filter(({ status }) => status === 'pending').length ?? 0;
  const options = trackProposalsListOptions({ path });
  const { data, refetch } = useQuery({
    ...options,
    // Refetched when files or tracks are added or removed, not on every analysis result.
    queryKey: [...options.queryKey, pending, tracks?.length] as unknown as typeof options.queryKey,
    enabled: pending > 0 && tracks !== undefined,
    placeholderData: keepPreviousData,
  });
  const proposals = pending > 0 ? (data?.data ?? null) : null;
  /** Without tracks, all proposals, even untitled ones; otherwise only those with a title and no doubts. */
  const offered =
    proposals?.tracks.filter(({ title, doubts }) => tracks?.length === 0 || (title !== '' && doubts.length === 0)) ??
    [];
  return { proposals, offered, refetch };
}
