import { Button } from '@mantine/core';
import { IconPlaylistAdd } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { stagingListOptions, tracksListOptions } from '../../api';
import { useTrackProposals } from '../../api/track-proposals';
import { plural } from '../../lib/format/format';
import { ProposalsModal } from './proposals-modal';

/** Lets a long button label wrap on a phone. */
const wrapping = { h: 'auto', mih: 26, py: 4, maw: '100%', styles: { label: { whiteSpace: 'normal' } } } as const;

interface ProposeTracksProps {
  projectId: string;
  /** Renders the button that plays a staged file; `together` are all files of its proposed track. */
  listenTo: (fileId: string, name: string, together: string[]) => ReactNode;
}

/** Offers to create the tracks that staged files suggest and the project lacks; renders nothing if there are none. */
export function ProposeTracks({ projectId, listenTo }: ProposeTracksProps) {
  const [reviewing, setReviewing] = useState(false);
  const path = { projectId };
  const staged = useQuery(stagingListOptions({ path })).data?.data.stagingFiles ?? [];
  const entries = useQuery(tracksListOptions({ path })).data?.data.tracks ?? [];
  const { proposals, offered, refetch } = useTrackProposals(projectId);
  if (!proposals || (offered.length === 0 && !reviewing)) return null;

  async function review() {
    // Refetch, because tags may have been read meanwhile.
    await refetch();
    setReviewing(true);
  }

  return (
    <>
      {entries.length === 0 ? (
        <Button {...wrapping} leftSection={<IconPlaylistAdd size={16} aria-hidden />} onClick={() => void review()}>
          Your files name {plural(offered.length, 'track')}. Review and create
        </Button>
      ) : (
        <Button {...wrapping} size="compact-sm" variant="light" onClick={() => void review()}>
          {plural(offered.length, 'title')} here {offered.length === 1 ? 'has' : 'have'} no track: create{' '}
          {offered.length === 1 ? 'it' : 'them'}
        </Button>
      )}
      <ProposalsModal
        opened={reviewing}
        projectId={projectId}
        proposals={proposals}
        names={new Map(staged.map(({ id, originalName }) => [id, originalName]))}
        taken={new Set(entries.map(({ track }) => track.trackNumber))}
        listenTo={listenTo}
        onClose={() => setReviewing(false)}
      />
    </>
  );
}
