import { ActionIcon, Button, Group, Modal, Stack, Textarea, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Project, projectsUpdateMutation } from '../../api';
import { zUpdateProject } from '../../api/generated/zod.gen';
import { projectKeys } from '../../api/keys';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors } from '../../lib/forms/form-errors';

/** For engineers: changes a project's title and notes. */
export function EditProject({ project }: { project: Project }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Tooltip label="Edit title and notes">
        <ActionIcon size={32} aria-label="Edit title and notes" onClick={open}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal opened={opened} onClose={close} title="Edit project">
        <EditForm project={project} onClose={close} />
      </Modal>
    </>
  );
}

function EditForm({ project: { id, title, notes }, onClose }: { project: Project; onClose: () => void }) {
  const form = useForm({
    initialValues: { title, notes },
    validate: (values) => formErrors(zUpdateProject, bodyOf(values)),
  });
  const update = useMutation({
    ...projectsUpdateMutation(),
    meta: {
      invalidates: projectKeys(id),
      success: { title: 'Project Saved', message: 'Title and notes are up to date' },
      failure: { title: 'Error', message: 'Failed to save the project' },
    },
    onSuccess: onClose,
  });
  const submit = form.onSubmit(
    (values) => update.mutate({ path: { id }, body: bodyOf(values) }),
    focusFirstError(form),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label="Title" required data-autofocus {...form.getInputProps('title')} />
        <Textarea label="Notes" autosize minRows={3} maxRows={12} {...form.getInputProps('notes')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const bodyOf = ({ title, notes }: { title: string; notes: string }) => ({ title: title.trim(), notes: notes.trim() });
