import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Quote, quotesCreateMutation } from '../../api';
import { zCreateQuote } from '../../api/generated/zod.gen';
import { projectKeys, quoteKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { amountProblem, amountText } from '../../lib/format/money';
import { formErrors } from '../../lib/forms/form-errors';
import { endOf, QuoteFields, usualEnd } from '../../ui/quote-fields';

interface QuoteDialogProps {
  projectId: string;
  /** The quote that the new one replaces; null for a first quote. */
  revises: Quote | null;
  opened: boolean;
  onClose: () => void;
}

export function QuoteDialog({ opened, onClose, ...rest }: QuoteDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={rest.revises ? 'Revise Quote' : 'Send Quote'}>
      <QuoteForm onClose={onClose} {...rest} />
    </Modal>
  );
}

interface Values {
  amount: number | string;
  notes: string;
  until: string | null;
}

function QuoteForm({ projectId, revises: current, onClose }: Omit<QuoteDialogProps, 'opened'>) {
  // The version that the author sees; the server refuses if a newer one exists.
  const [revises] = useState(current);
  const { studio } = useSession();
  const currency = revises?.currency ?? studio?.currency ?? 'USD';
  const bodyOf = ({ amount, notes, until }: Values) => ({
    projectId,
    amount: Number(amount),
    notes: notes.trim(),
    ...(until !== null && { expiresAt: endOf(until) }),
    ...(revises && { isRevision: true, parentQuoteId: revises.id }),
  });
  const form = useForm<Values>({
    initialValues: {
      amount: amountText(revises?.amount),
      notes: revises?.notes ?? '',
      until: usualEnd(),
    },
    validate: (values) => ({
      ...formErrors(zCreateQuote, bodyOf(values)),
      ...(values.until === null && { until: 'Choose a date' }),
    }),
  });
  const send = useMutation({
    ...quotesCreateMutation(),
    meta: {
      invalidates: [...quoteKeys(projectId), ...projectKeys(projectId)],
      success: revises
        ? { title: 'Quote Revised', message: 'A new version of the quote has been created' }
        : { title: 'Quote Sent', message: 'The quote has been sent to the client' },
      failure: { title: 'Error', message: revises ? 'Failed to create quote revision' : 'Failed to send quote' },
    },
    onSuccess: onClose,
  });
  const submit = form.onSubmit((values) => send.mutate({ body: bodyOf(values) }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <QuoteFields
          currency={currency}
          amount={form.getInputProps('amount')}
          notes={form.getInputProps('notes')}
          until={form.getInputProps('until')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={send.isPending}
            disabled={!(Number(form.values.amount) > 0) || amountProblem(form.values.amount) !== null}
          >
            {revises ? 'Create Revision' : 'Send Quote'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
