import { Alert, Anchor } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAlbum } from './use-album';

/** Shows the engineer on every tab that an order waits for an answer. */
export function ProposalAlert({ projectId }: { projectId: string }) {
  const proposal = useAlbum(projectId).album?.proposal;
  if (!proposal) return null;
  return (
    <Alert color="blue" icon={<IconArrowsSort aria-hidden />} py="xs">
      {proposal.proposedBy.name} proposes a change of the album.{' '}
      <Anchor component={Link} to="?tab=album" inherit underline="always">
        See the change
      </Anchor>
    </Alert>
  );
}
