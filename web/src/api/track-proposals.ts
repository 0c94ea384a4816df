import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  stagingListOptions,
  trackProposalsListOptions,
  tracksListOptions,
} from './generated/@tanstack/react-query.gen';

/** The tracks that a project's staged files name and that it lacks; null until that is known, or when nothing waits. */
export function useTrackProposals(projectId: string) {
  const path = { projectId };
  const staged = useQuery(stagingListOptions({ path })).data?.data.stagingFiles;
  const tracks = useQuery(tracksListOptions({ path })).data?.data.tracks;
  const pending = staged?.filter(({ status }) => status === 'pending').length ?? 0;
  const options = trackProposalsListOptions({ path });
  const { data, refetch } = useQuery({
    ...options,
    // Asked anew when files or tracks come and go, not whenever an analysis tells more of their sound.
    queryKey: [...options.queryKey, pending, tracks?.length] as unknown as typeof options.queryKey,
    enabled: pending > 0 && tracks !== undefined,
    placeholderData: keepPreviousData,
  });
  const proposals = pending > 0 ? (data?.data ?? null) : null;
  /** All where there is no track yet, those without a title too; beside tracks that exist what has a title and no doubt. */
  const offered =
    proposals?.tracks.filter(({ title, doubts }) => tracks?.length === 0 || (title !== '' && doubts.length === 0)) ??
    [];
  return { proposals, offered, refetch };
}
