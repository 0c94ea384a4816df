import { Button, Group, Modal, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { dataOf, projectsCreateMutation, projectsListQueryKey, usersListOptions, usersListQueryKey } from '../../api';

const EMAIL = /^\S+@\S+$/;

interface Values {
  title: string;
  notes: string;
  kind: 'existing' | 'new';
  clientId: string | null;
  name: string;
  email: string;
}

export function CreateProject({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const { data: users = [] } = useQuery({ ...usersListOptions({ query: { limit: 200 } }), select: dataOf, enabled: opened });
  const clients = users.filter(({ role }) => role === 'client');
  const form = useForm<Values>({
    initialValues: { title: '', notes: '', kind: 'existing', clientId: null, name: '', email: '' },
    validate: {
      title: (value) => (value.trim() === '' ? 'Title is required' : null),
      clientId: (value, { kind }) => (kind === 'existing' && value === null ? 'Choose a client' : null),
      name: (value, { kind }) => (kind === 'new' && value.trim() === '' ? 'Name is required' : null),
      email: (value, { kind }) => (kind === 'new' && !EMAIL.test(value.trim()) ? 'Invalid email' : null),
    },
  });
  const create = useMutation({
    ...projectsCreateMutation(),
    meta: {
      invalidates: [[{ _id: projectsListQueryKey()[0]._id }], usersListQueryKey()],
      failure: { title: 'Error', message: 'Failed to create project' },
    },
    onSuccess: async ({ data }) => {
      onClose();
      form.reset();
      await navigate(`/app/projects/${data.id}`);
    },
  });

  const submit = form.onSubmit(({ title, notes, kind, clientId, name, email }) =>
    create.mutate({
      body: {
        title: title.trim(),
        notes: notes.trim(),
        ...(kind === 'existing' ? { clientId: clientId ?? undefined } : { client: { name: name.trim(), email: email.trim() } }),
      },
    }),
  );

  return (
    <Modal opened={opened} onClose={onClose} title="Create Project">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label="Title" required data-autofocus {...form.getInputProps('title')} />
          <Textarea label="Notes" autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
          <SegmentedControl
            fullWidth
            aria-label="Client"
            data={[{ value: 'existing', label: 'Existing client' }, { value: 'new', label: 'New client' }]}
            {...form.getInputProps('kind')}
          />
          {form.values.kind === 'existing' ? (
            <Select
              label="Client"
              required
              searchable
              placeholder="Choose a client"
              nothingFoundMessage="No such client"
              data={clients.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
              {...form.getInputProps('clientId')}
            />
          ) : (
            <>
              <TextInput label="Client's name" required {...form.getInputProps('name')} />
              <TextInput label="Client's e-mail" type="email" required {...form.getInputProps('email')} />
            </>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>Cancel</Button>
            <Button type="submit" loading={create.isPending}>Create Project</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
