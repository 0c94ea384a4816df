import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { pick } from 'zod/mini';
import {
  dataOf,
  projectsCreate,
  projectsListQueryKey,
  quotesCreate,
  usersListOptions,
  usersListQueryKey,
} from '../../api';
import { messageOf } from '../../api/error';
import { zCreateProject, zCreateQuote } from '../../api/generated/zod.gen';
import { useSession } from '../../api/session';
import { amountProblem } from '../../lib/format/money';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors } from '../../lib/forms/form-errors';
import { endOf, QuoteFields, usualEnd } from '../../ui/quote-fields';
import { toast } from '../../ui/toast';

interface Values {
  title: string;
  notes: string;
  /** Null until chosen; until then it depends on whether the studio has clients. */
  kind: 'existing' | 'new' | null;
  clientId: string | null;
  client: { name: string; email: string };
  withQuote: boolean;
  /** In major units; '' if empty. */
  amount: number | string;
  quoteNotes: string;
  /** Last day of the quote. */
  quoteUntil: string | null;
}

type CompletedValues = Values & { kind: 'existing' | 'new' };

export default function CreateProjectDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const currency = useSession().studio?.currency ?? 'USD';
  const { data: users } = useQuery({
    ...usersListOptions({ query: { limit: 200 } }),
    select: dataOf,
    enabled: opened,
  });
  const clients = (users ?? []).filter(({ role }) => role === 'client');
  /** Defaults: a new client if the studio has none, and a studio's only client is preselected. */
  const completed = (values: Values): CompletedValues => ({
    ...values,
    kind: values.kind ?? (users && clients.length === 0 ? 'new' : 'existing'),
    clientId: values.clientId ?? (clients.length === 1 ? clients[0]!.id : null),
  });
  const form = useForm<Values>({
    initialValues: {
      title: '',
      notes: '',
      kind: null,
      clientId: null,
      client: { name: '', email: '' },
      withQuote: false,
      amount: '',
      quoteNotes: '',
      quoteUntil: usualEnd(),
    },
    validate: (values) => {
      const { kind, clientId } = completed(values);
      return {
        ...formErrors(zCreateProject, bodyOf(completed(values))),
        ...(kind === 'existing' && clientId === null && { clientId: 'Choose a client' }),
        ...(values.withQuote && amountErrors(values.amount)),
        ...(values.withQuote && values.quoteUntil === null && { quoteUntil: 'Choose a date' }),
      };
    },
  });
  const create = useMutation({
    mutationFn: async (values: Values) => {
      const { id } = (await projectsCreate({ body: bodyOf(completed(values)), throwOnError: true })).data.data;
      if (values.withQuote) await sendQuote(id, values);
      return id;
    },
    meta: {
      invalidates: [[{ _id: projectsListQueryKey()[0]._id }], usersListQueryKey()],
      failure: { title: 'Error', message: 'Failed to create project' },
    },
    onSuccess: async (id) => {
      onClose();
      form.reset();
      await navigate(`/app/projects/${id}?tab=staging`);
    },
  });

  const { kind, clientId } = completed(form.values);
  return (
    <Modal opened={opened} onClose={onClose} title="Create Project">
      <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError(form))} noValidate>
        <Stack gap="md">
          <TextInput label="Title" required data-autofocus {...form.getInputProps('title')} />
          <Textarea label="Notes (Optional)" autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
          <SegmentedControl
            fullWidth
            aria-label="Client"
            data={[
              { value: 'existing', label: 'Existing client' },
              { value: 'new', label: 'New client' },
            ]}
            {...form.getInputProps('kind')}
            value={kind}
          />
          {kind === 'existing' ? (
            <Select
              label="Client"
              required
              searchable
              placeholder="Choose a client"
              nothingFoundMessage="No such client"
              data={clients.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
              {...form.getInputProps('clientId')}
              value={clientId}
            />
          ) : (
            <>
              <TextInput label="Client's name" required {...form.getInputProps('client.name')} />
              <TextInput label="Client's e-mail" type="email" required {...form.getInputProps('client.email')} />
            </>
          )}
          <Checkbox label="Send a quote with it" {...form.getInputProps('withQuote', { type: 'checkbox' })} />
          {form.values.withQuote && (
            <Fieldset legend="Quote" mx={0}>
              <Stack gap="md">
                <QuoteFields
                  currency={currency}
                  amount={form.getInputProps('amount')}
                  notes={form.getInputProps('quoteNotes')}
                  until={form.getInputProps('quoteUntil')}
                />
              </Stack>
            </Fieldset>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create Project
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function amountErrors(amount: number | string) {
  const problem = amountProblem(amount);
  return problem ? { amount: problem } : formErrors(pick(zCreateQuote, { amount: true }), { amount: Number(amount) });
}

function bodyOf({ title, notes, kind, clientId, client: { name, email } }: CompletedValues) {
  const client =
    kind === 'existing' ? { clientId: clientId ?? undefined } : { client: { name: name.trim(), email: email.trim() } };
  return { title: title.trim(), notes: notes.trim(), ...client };
}

/**
 * Sends the quote of a new project. If that fails, the project still exists, and a toast says to send the quote from
 * its page.
 */
async function sendQuote(projectId: string, { amount, quoteNotes, quoteUntil }: Values): Promise<void> {
  try {
    const expiresAt = quoteUntil === null ? undefined : endOf(quoteUntil);
    const body = { projectId, amount: Number(amount), notes: quoteNotes.trim(), expiresAt };
    await quotesCreate({ body, throwOnError: true });
  } catch (error) {
    toast.error('Error', messageOf(error, 'Failed to send quote'));
  }
}
