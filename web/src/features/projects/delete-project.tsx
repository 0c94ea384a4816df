import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Project, projectsDeleteMutation } from '../../api';
import { projectsListQueryKey } from '../../api/generated/@tanstack/react-query.gen';
import { trashKeys } from '../../api/keys';

/** Normalises a title as the server does for comparison: whitespace does not matter. */
const normalised = (title: string) => title.normalize('NFC').replace(/\s+/g, ' ').trim();

/** For engineers: moves a project that was never invoiced to the trash, after its title is typed. */
export function DeleteProject({ project }: { project: Project }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        c="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setOpened(true)}
        style={{ alignSelf: 'flex-start' }}
      >
        Delete project
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Delete project">
        <Question project={project} onCancel={() => setOpened(false)} />
      </Modal>
    </>
  );
}

function Question({ project, onCancel }: { project: Project; onCancel: () => void }) {
  const { id, title, client_name: client } = project;
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const remove = useMutation({
    ...projectsDeleteMutation(),
    meta: {
      invalidates: [projectsListQueryKey(), ...trashKeys()],
      success: { title: 'Project Deleted', message: `${title} can be restored in Storage for 30 days` },
      failure: { title: 'Error', message: 'Failed to delete project' },
    },
    onSuccess: () => navigate('/app/projects'),
  });
  const matches = normalised(typed) === normalised(title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matches) remove.mutate({ path: { id }, body: { title: typed } });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          The project disappears for you and for {client}, with its files, comments and history. It stays in the trash
          for 30 days, where you can restore it. Then it is deleted for good.
        </Text>
        <TextInput
          label={`Type “${title}” to delete it`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={remove.isPending}>
            Delete project
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
