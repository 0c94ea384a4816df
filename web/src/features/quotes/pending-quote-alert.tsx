import { Alert, Anchor, Box, Button, Flex, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileDollar, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  dataOf,
  type Project,
  type Quote,
  quotesAcceptMutation,
  quotesCurrentOptions,
  quotesRejectMutation,
  waitingGetOptions,
} from '../../api';
import { projectKeys, quoteKeys } from '../../api/keys';
import { formatDeadline, plural } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { OrderLines } from '../../ui/order-lines';
import { SteadyNotice } from '../../ui/steady-notice';
import { AskAboutQuote } from './ask-about-quote';
import { useCurrentQuote } from './use-current-quote';
import { useTrackTitles } from './use-orders';

/** For clients, while a quote is waiting for their answer, and then until they have sent their mixes. */
export function PendingQuoteAlert({ project }: { project: Project }) {
  const { data: quote, isPending } = useCurrentQuote(project.id);
  const tab = useSearchParams()[0].get('tab') ?? 'files';
  return (
    <>
      <SteadyNotice ready={!isPending} place={tab}>
        {quote?.can.answer ? <Answer quote={quote} project={project} /> : null}
      </SteadyNotice>
      {quote?.status === 'accepted' && <SendMixes projectId={project.id} tab={tab} />}
    </>
  );
}

/** Whether the notices of the project's quote are known. They are above the tabs, which they must not move. */
export function useQuoteNoticesKnown({ id, can }: Project): boolean {
  const quote = useQuery({ ...quotesCurrentOptions({ path: { projectId: id } }), enabled: can.decide });
  const waiting = useQuery({ ...waitingGetOptions(), enabled: can.decide });
  return !quote.isLoading && !waiting.isLoading;
}

function SendMixes({ projectId, tab }: { projectId: string; tab: string }) {
  const { data } = useQuery({ ...waitingGetOptions(), select: dataOf });
  const isNext = data?.steps.some((each) => each.projectId === projectId && each.step === 'send_mixes');
  if (!isNext || tab === 'files') return null;
  return (
    <Alert color="teal" icon={<IconUpload aria-hidden />} title="Next: send your mixes">
      <Group justify="space-between" gap="sm">
        <Text size="sm">You have accepted the quote. Your mixes are needed to begin.</Text>
        <Button component={Link} to="?tab=files">
          Send your mixes
        </Button>
      </Group>
    </Alert>
  );
}

const FILL_ON_PHONE = { base: '1 1 auto', sm: 'none' };

function Answer({ quote, project }: { quote: Quote; project: Project }) {
  const [isAccepting, accepting] = useDisclosure(false);
  const [isRejecting, rejecting] = useDisclosure(false);
  // The tab shows all of the quote.
  const isRead = useSearchParams()[0].get('tab') === 'quote';
  const price = formatMoney(quote.amountCents, quote.currency);
  return (
    <Alert color="cyan" icon={<IconFileDollar aria-hidden />} title={`Your quote: ${price}`}>
      {!isRead && <FewLines quote={quote} />}
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Valid until {formatDeadline(quote.expiresAt)}.
          {!isRead && (
            <>
              {' '}
              <Anchor component={Link} to="?tab=quote" size="sm" underline="always">
                Read the quote
              </Anchor>
            </>
          )}
        </Text>
        <Flex direction={{ base: 'column-reverse', sm: 'row' }} gap="xs" w={{ base: '100%', sm: 'auto' }}>
          <Flex gap="xs">
            <AskAboutQuote quote={quote} variant="subtle" flex={FILL_ON_PHONE} />
            <Button variant="default" flex={FILL_ON_PHONE} onClick={rejecting.open}>
              Reject
            </Button>
          </Flex>
          <Button onClick={accepting.open}>Accept</Button>
        </Flex>
      </Group>
      <Modal opened={isAccepting} onClose={accepting.close} title={`Accept the quote of ${price}?`}>
        <AcceptForm quote={quote} title={project.title} onClose={accepting.close} />
      </Modal>
      <Modal opened={isRejecting} onClose={rejecting.close} title="Reject Quote">
        <RejectForm quote={quote} onClose={rejecting.close} />
      </Modal>
    </Alert>
  );
}

const FEW = 4;

/** A short list of what the quote is for; a long one is read in the quote. */
function FewLines({ quote: { projectId, lines, currency } }: { quote: Quote }) {
  const titles = useTrackTitles(projectId);
  if (lines.length === 0) return null;
  return (
    <Box mb="xs">
      <OrderLines lines={lines.slice(0, FEW)} currency={currency} titles={titles} />
      {lines.length > FEW && (
        <Text size="xs" c="dimmed">
          and {plural(lines.length - FEW, 'more line')}
        </Text>
      )}
    </Box>
  );
}

/** Says what accepting means, and asks once. */
function AcceptForm({ quote, title, onClose }: { quote: Quote; title: string; onClose: () => void }) {
  const { id, projectId, amountCents, currency } = quote;
  const price = formatMoney(amountCents, currency);
  const titles = useTrackTitles(projectId);
  const accept = useMutation({
    ...quotesAcceptMutation(),
    meta: {
      invalidates: [...quoteKeys(projectId), ...projectKeys(projectId)],
      success: { title: 'Quote Accepted', message: 'The quote has been accepted. Work will begin soon!' },
      failure: { title: 'Error', message: 'Failed to accept quote' },
    },
    onSettled: onClose,
  });
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        You agree to pay {price} for “{title}”. The studio can begin, and sends you an invoice later; nothing is charged
        now. You cannot take it back here.
      </Text>
      {quote.lines.length > 0 && (
        <Box mah={240} style={{ overflowY: 'auto' }}>
          <OrderLines lines={quote.lines} currency={currency} titles={titles} />
        </Box>
      )}
      {quote.notes && (
        <Text
          size="sm"
          c="dimmed"
          mah={160}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', overflowY: 'auto' }}
        >
          {quote.notes}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus loading={accept.isPending} onClick={() => accept.mutate({ path: { id } })}>
          Accept for {price}
        </Button>
      </Group>
    </Stack>
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
