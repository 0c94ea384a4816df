import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconListDetails } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Quote, quotesCreateMutation } from '../../api';
import { zCreateQuote } from '../../api/generated/zod.gen';
import { projectKeys, quoteKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { amountProblem, amountText } from '../../lib/format/money';
import { formErrors } from '../../lib/forms/form-errors';
import { endOf, QuoteFields, usualEnd } from '../../ui/quote-fields';
import { LineEditor } from './line-editor';
import { lineBody, linesSum, lineValues, newLine, type QuoteValues } from './line-form';

interface QuoteDialogProps {
  projectId: string;
  /** The quote that the new one replaces; null for a first quote. */
  revises: Quote | null;
  opened: boolean;
  onClose: () => void;
}

export function QuoteDialog({ opened, onClose, ...rest }: QuoteDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={rest.revises ? 'Revise Quote' : 'Send Quote'} size="lg">
      <QuoteForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function QuoteForm({ projectId, revises: current, onClose }: Omit<QuoteDialogProps, 'opened'>) {
  // The version that the author sees; the server refuses if a newer one exists.
  const [revises] = useState(current);
  const { studio } = useSession();
  const currency = revises?.currency ?? studio?.currency ?? 'USD';
  const bodyOf = ({ amount, lines, notes, until }: QuoteValues) => ({
    projectId,
    ...(lines.length > 0 ? { lines: lines.map(lineBody) } : { amount: Number(amount) }),
    notes: notes.trim(),
    ...(until !== null && { expiresAt: endOf(until) }),
    ...(revises && { isRevision: true, parentQuoteId: revises.id }),
  });
  const form = useForm<QuoteValues>({
    initialValues: {
      amount: amountText(revises?.amount),
      lines: (revises?.lines ?? []).map(lineValues),
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
  const { amount, lines } = form.values;
  const hasLines = lines.length > 0;
  function addLines() {
    form.setFieldValue('lines', [{ ...newLine(), unit: amount }]);
  }
  const submit = form.onSubmit((values) => send.mutate({ body: bodyOf(values) }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <QuoteFields
          currency={currency}
          amount={form.getInputProps('amount')}
          notes={form.getInputProps('notes')}
          until={form.getInputProps('until')}
          lines={
            hasLines && (
              <LineEditor
                projectId={projectId}
                currency={currency}
                form={form}
                onClear={() => form.setFieldValue('lines', [])}
              />
            )
          }
        />
        <Group justify="flex-end" gap="sm">
          {!hasLines && (
            <Button
              variant="subtle"
              mr="auto"
              leftSection={<IconListDetails size={16} aria-hidden />}
              onClick={addLines}
            >
              Add lines
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={send.isPending}
            disabled={hasLines ? linesSum(lines) <= 0 : !(Number(amount) > 0) || amountProblem(amount) !== null}
          >
            {revises ? 'Create Revision' : 'Send Quote'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
