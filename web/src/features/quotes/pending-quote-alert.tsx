import { Alert, Anchor, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileDollar } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Project, type Quote, quotesAcceptMutation, quotesRejectMutation } from '../../api';
import { projectKeys, quoteKeys } from '../../api/keys';
import { formatDate } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { useCurrentQuote } from './use-current-quote';

/** For clients, while a quote is waiting for their answer. */
export function PendingQuoteAlert({ project }: { project: Project }) {
  const { data: quote } = useCurrentQuote(project.id);
  return quote?.can.answer ? <Answer quote={quote} /> : null;
}

function Answer({ quote }: { quote: Quote }) {
  const { id, projectId } = quote;
  const [rejecting, { open, close }] = useDisclosure(false);
  const invalidates = [...quoteKeys(projectId), ...projectKeys(projectId)];
  const accept = useMutation({
    ...quotesAcceptMutation(),
    meta: {
      invalidates,
      success: { title: 'Quote Accepted', message: 'The quote has been accepted. Work will begin soon!' },
      failure: { title: 'Error', message: 'Failed to accept quote' },
    },
  });
  return (
    <Alert
      color="cyan"
      icon={<IconFileDollar aria-hidden />}
      title={`Your quote: ${formatMoney(quote.amountCents, quote.currency)}`}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Valid until {formatDate(quote.expiresAt)}.{' '}
          <Anchor component={Link} to="?tab=quote" size="sm" underline="always">
            Read the quote
          </Anchor>
        </Text>
        <Group gap="xs">
          <Button variant="default" disabled={accept.isPending} onClick={open}>
            Reject
          </Button>
          <Button loading={accept.isPending} onClick={() => accept.mutate({ path: { id } })}>
            Accept
          </Button>
        </Group>
      </Group>
      <Modal opened={rejecting} onClose={close} title="Reject Quote">
        <RejectForm quote={quote} onClose={close} />
      </Modal>
    </Alert>
  );
}

function RejectForm({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { id, projectId } = quote;
  const [reason, setReason] = useState('');
  const reject = useMutation({
    ...quotesRejectMutation(),
    meta: {
      invalidates: [...quoteKeys(projectId), ...projectKeys(projectId)],
      success: { title: 'Quote Rejected', message: 'The quote has been rejected' },
      failure: { title: 'Error', message: 'Failed to reject quote' },
    },
    onSettled: onClose,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        reject.mutate({ path: { id }, body: { reason: reason.trim() } });
      }}
    >
      <Stack gap="md">
        <Textarea
          label="Reason (Optional)"
          description="Your engineer reads it, and may send you a revised quote."
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={reject.isPending}>
            Reject Quote
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
