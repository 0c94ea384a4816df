import { Alert, Anchor } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { albumGetOptions, dataOf, type Project } from '../../api';
import { SteadyNotice } from '../../ui/steady-notice';

const useProposal = ({ id, can }: Project) =>
  useQuery({
    ...albumGetOptions({ path: { id } }),
    select: (reply) => dataOf(reply).proposal,
    enabled: can.update,
  });

/** Whether it is known if there is a proposal. The alert is above the tabs, which it must not move. */
export const useProposalKnown = (project: Project): boolean => !useProposal(project).isLoading;

/** Shows the engineer on every tab but the album's that an order waits for an answer. */
export function ProposalAlert({ project, tab }: { project: Project; tab: string }) {
  const { data: proposal, isLoading } = useProposal(project);
  return (
    <SteadyNotice ready={!isLoading} place={tab}>
      {proposal && tab !== 'album' ? (
        <Alert color="blue" icon={<IconArrowsSort aria-hidden />} py="xs">
          {proposal.proposedBy.name} proposes a change of the album.{' '}
          <Anchor component={Link} to="?tab=album" inherit underline="always">
            See the change
          </Anchor>
        </Alert>
      ) : null}
    </SteadyNotice>
  );
}
