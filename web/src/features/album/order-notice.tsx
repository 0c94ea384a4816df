import { Alert, Button, Collapse, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconArrowsSort, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Album } from '../../api';
import { formatDate } from '../../lib/format/format';
import { ProposedChange } from './proposed-change';
import type { useAlbum } from './use-album';

export type ShownOrder = 'proposed' | 'current';

interface OrderNoticeProps {
  album: Album;
  withdraw: ReturnType<typeof useAlbum>['withdraw'];
  shown: ShownOrder;
  onShow: (shown: ShownOrder) => void;
}

/** For the client's side: what is proposed, or how the engineer answered. */
export function OrderNotice({ album, withdraw, shown, onShow }: OrderNoticeProps) {
  const [open, setOpen] = useState(false);
  const { proposal, lastAnswer, can } = album;
  if (!proposal) return lastAnswer && <Answer {...lastAnswer} />;
  const remove = () =>
    withdraw.mutate({ path: { id: album.projectId }, query: { proposalRevision: proposal.revision } });
  return (
    <Alert
      color="blue"
      icon={<IconArrowsSort aria-hidden />}
      title={`${proposal.proposedBy.name} proposes this change`}
      role="status"
    >
      <Stack gap="xs">
        <Text size="sm">It waits for the engineer’s answer. Everyone in the project sees it.</Text>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="Order shown"
            value={shown}
            onChange={(value) => onShow(value)}
            data={[
              { value: 'proposed', label: 'As proposed' },
              { value: 'current', label: 'As it is' },
            ]}
          />
          <Button size="xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide the change' : 'Show the change'}
          </Button>
          {can.propose && (
            <Button size="xs" variant="subtle" color="gray" loading={withdraw.isPending} onClick={remove}>
              Withdraw
            </Button>
          )}
        </Group>
        <Collapse expanded={open}>{open && <ProposedChange proposal={proposal} />}</Collapse>
      </Stack>
    </Alert>
  );
}

function Answer({ status, answer, answeredAt }: NonNullable<Album['lastAnswer']>) {
  const accepted = status === 'accepted';
  return (
    <Alert
      color={accepted ? 'green' : 'orange'}
      icon={accepted ? <IconCircleCheck aria-hidden /> : <IconCircleX aria-hidden />}
      py="xs"
      title={`The proposed order was ${status}${answeredAt ? ` on ${formatDate(answeredAt)}` : ''}`}
    >
      {answer && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {answer}
        </Text>
      )}
    </Alert>
  );
}
