import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useState } from 'react';
import type { Album, AlbumProposal } from '../../api';
import { formatAge } from '../../lib/format/format';
import { ProposedChange } from './proposed-change';
import type { useAlbum } from './use-album';

interface ProposalReviewProps {
  album: Album;
  proposal: AlbumProposal;
  answer: ReturnType<typeof useAlbum>['answer'];
}

/** For the engineer: what the client's side proposes, as a change that is accepted or declined. */
export function ProposalReview({ album, proposal, answer }: ProposalReviewProps) {
  const [words, setWords] = useState('');
  const send = (accept: boolean) =>
    answer.mutate({
      path: { id: album.projectId },
      body: { revision: album.revision, proposalRevision: proposal.revision, accept, answer: words },
    });
  const isBusy = answer.isPending;
  return (
    <Alert
      color="blue"
      icon={<IconArrowsSort aria-hidden />}
      title={`${proposal.proposedBy.name} proposes a change, ${formatAge(proposal.createdAt)}`}
    >
      <Stack gap="sm">
        <ProposedChange proposal={proposal} />
        <Textarea
          label="Answer"
          description="Goes to the people who decide. You may leave it empty."
          autosize
          maxRows={6}
          maxLength={1000}
          maw={560}
          value={words}
          onChange={({ currentTarget: { value } }) => setWords(value)}
        />
        <Group gap="xs">
          <Button loading={isBusy && answer.variables?.body.accept} disabled={isBusy} onClick={() => send(true)}>
            Accept
          </Button>
          <Button
            variant="default"
            loading={isBusy && answer.variables?.body.accept === false}
            disabled={isBusy}
            onClick={() => send(false)}
          >
            Decline
          </Button>
          <Text size="xs" c="dimmed">
            Accepting renumbers and renames the tracks. Sides and discs keep their number of tracks.
          </Text>
        </Group>
      </Stack>
    </Alert>
  );
}
