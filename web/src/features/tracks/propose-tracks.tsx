import { Alert, Button, Group } from '@mantine/core';
import { IconPlaylistAdd } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stagingListOptions, type TrackEntry, trackProposalsListOptions } from '../../api';
import { plural } from '../../lib/format';
import { ProposalsModal } from './proposals-modal';

/** Offers to make the tracks that the staged files name and the project lacks; nothing where there are none. */
export function ProposeTracks({ projectId, entries }: { projectId: string; entries: TrackEntry[] }) {
  const [reviewing, setReviewing] = useState(false);
  const staged = useQuery(stagingListOptions({ path: { projectId } })).data?.data.stagingFiles ?? [];
  const pending = staged.filter(({ status }) => status === 'pending').length;
  const options = trackProposalsListOptions({ path: { projectId } });
  const { data, refetch } = useQuery({
    ...options,
    // Asked anew when files or tracks come and go, not whenever an analysis tells more of their sound.
    queryKey: [...options.queryKey, pending, entries.length] as unknown as typeof options.queryKey,
    enabled: pending > 0,
    placeholderData: keepPreviousData,
  });
  const proposals = data?.data;
  const sure =
    proposals?.tracks.filter(({ title, doubts }) => title !== '' && (entries.length === 0 || doubts.length === 0)) ??
    [];
  if (!proposals || pending === 0 || (sure.length === 0 && !reviewing)) return null;

  async function review() {
    // Tags may have been read since the names were.
    await refetch();
    setReviewing(true);
  }

  const names = new Map(staged.map(({ id, originalName }) => [id, originalName]));
  const what =
    entries.length === 0
      ? plural(sure.length, 'track')
      : `${plural(sure.length, 'track')} that ${sure.length === 1 ? 'is' : 'are'} not here yet`;
  return (
    <>
      <Alert variant="light" color="blue" p="xs" icon={<IconPlaylistAdd aria-hidden />}>
        <Group justify="space-between" gap="xs">
          <span>The files in staging name {what}.</span>
          <Button size="compact-sm" onClick={() => void review()}>
            Create tracks from these files
          </Button>
        </Group>
      </Alert>
      <ProposalsModal
        opened={reviewing}
        projectId={projectId}
        proposals={proposals}
        names={names}
        taken={new Set(entries.map(({ track }) => track.trackNumber))}
        onClose={() => setReviewing(false)}
      />
    </>
  );
}
