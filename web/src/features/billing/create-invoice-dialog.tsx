import { Alert, Button, Group, Modal, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf, type InvoiceDraft, invoicesCreateMutation, invoicesDraftOptions, type Project } from '../../api';
import { zCreateInvoice } from '../../api/generated/zod.gen';
import { fileKeys, invoiceKeys, projectKeys } from '../../api/keys';
import { plural } from '../../lib/format/format';
import { amountProblem, amountText } from '../../lib/format/money';
import { formErrors } from '../../lib/forms/form-errors';
import { Failure } from '../../ui/failure';
import { MoneyInput } from '../../ui/money-input';
import { InstructionsMissing } from './instructions-missing';

interface CreateInvoiceProps {
  project: Pick<Project, 'id' | 'title'>;
  /** Same text as the button that opens the dialog. */
  title: 'Create Invoice' | 'Send Invoice';
  opened: boolean;
  onClose: () => void;
}

/** Starts with the amount that the client accepted. If the project cannot be invoiced now, shows why. */
export default function CreateInvoiceDialog({ project, title, opened, onClose }: CreateInvoiceProps) {
  const {
    data: draft,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...invoicesDraftOptions({ path: { projectId: project.id } }),
    select: dataOf,
    enabled: opened,
    refetchOnMount: 'always',
  });
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      {error ? <Failure title="Failed to load invoice data" error={error} onRetry={() => void refetch()} /> : null}
      {!error && (!draft || isFetching) && (
        <Stack gap="md" role="status" aria-label="Loading invoice">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} h={52} />
          ))}
        </Stack>
      )}
      {draft &&
        !isFetching &&
        !error &&
        (draft.allowed ? (
          <Form project={project} draft={draft} onClose={onClose} />
        ) : (
          <Stack gap="md">
            <Alert color="yellow">{draft.reason}</Alert>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} data-autofocus>
                Close
              </Button>
            </Group>
          </Stack>
        ))}
    </Modal>
  );
}

interface Values {
  amount: number | string;
  due_date: string | null;
  notes: string;
}

function Form({ project, draft, onClose }: Omit<CreateInvoiceProps, 'opened' | 'title'> & { draft: InvoiceDraft }) {
  const bodyOf = ({ amount, due_date, notes }: Values) => ({
    projectId: project.id,
    amount: Number(amount),
    due_date: due_date ?? '',
    notes: notes.trim(),
  });
  const form = useForm<Values>({
    initialValues: { amount: amountText(draft.amount), due_date: draft.dueDate, notes: '' },
    validate: (values) => formErrors(zCreateInvoice, bodyOf(values)),
  });
  const { amount, due_date } = form.values;
  const create = useMutation({
    ...invoicesCreateMutation(),
    meta: {
      invalidates: [...invoiceKeys(), ...projectKeys(project.id), ...fileKeys(project.id)],
      success: { title: 'Invoice Created', message: 'Invoice has been sent to the client' },
      failure: { title: 'Error', message: 'Failed to create invoice' },
    },
    onSuccess: onClose,
  });
  const submit = form.onSubmit((values) => create.mutate({ body: bodyOf(values) }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <InstructionsMissing />
        <MoneyInput
          label="Amount"
          required
          data-autofocus
          currency={draft.currency}
          {...form.getInputProps('amount')}
        />
        {draft.lines.length > 0 && (
          <Text size="xs" c="dimmed">
            {Number(amount) === draft.amount
              ? `The invoice lists the ${plural(draft.lines.length, 'line')} that the client accepted.`
              : 'The invoice shows only this sum, because it differs from the lines that the client accepted.'}
          </Text>
        )}
        <DateInput
          label="Due date"
          required
          valueFormat="MMM D, YYYY"
          minDate={draft.today}
          popoverProps={{ withinPortal: true }}
          {...form.getInputProps('due_date')}
        />
        <Textarea
          label="Notes (Optional)"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          {...form.getInputProps('notes')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={!(Number(amount) > 0) || amountProblem(amount) !== null || !due_date}
          >
            Send Invoice
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
