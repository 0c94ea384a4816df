import { Button, Group, Modal, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type Track, tracksCreateMutation, tracksUpdateMutation } from '../../api';
import { zCreateTrack } from '../../api/generated/zod.gen';
import { stagingKeys } from '../../api/keys';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors } from '../../lib/forms/form-errors';

interface TrackModalProps {
  projectId: string;
  /** Null for a new track. */
  track: Track | null;
  nextNumber: number;
  opened: boolean;
  onClose: () => void;
}

interface Values {
  trackNumber: number | string;
  title: string;
  isrc: string;
  notes: string;
}

const bodyOf = ({ trackNumber, title, isrc, notes }: Values) => ({
  trackNumber: Number(trackNumber),
  title: title.trim(),
  isrc: isrc.trim() || null,
  notes: notes.trim() || null,
});

export function TrackModal({ projectId, track, nextNumber, opened, onClose }: TrackModalProps) {
  const form = useForm<Values>({
    initialValues: {
      trackNumber: track?.trackNumber ?? nextNumber,
      title: track?.title ?? '',
      isrc: track?.isrc ?? '',
      notes: track?.notes ?? '',
    },
    validate: (values) => formErrors(zCreateTrack, bodyOf(values)),
  });
  const done = {
    onSuccess: () => {
      onClose();
      form.reset();
    },
  };
  const invalidates = stagingKeys(projectId);
  const create = useMutation({
    ...tracksCreateMutation(),
    meta: {
      invalidates,
      success: { title: 'Track Created', message: 'Track created with default slots' },
      failure: { title: 'Error', message: 'Failed to create track' },
    },
  });
  const update = useMutation({
    ...tracksUpdateMutation(),
    meta: {
      invalidates,
      success: { title: 'Track Updated', message: 'Track details updated' },
      failure: { title: 'Error', message: 'Failed to update track' },
    },
  });

  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    if (track) update.mutate({ path: { id: track.id }, body }, done);
    else create.mutate({ path: { projectId }, body }, done);
  }, focusFirstError(form));

  return (
    <Modal opened={opened} onClose={onClose} title={track ? 'Edit Track' : 'Create New Track'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <NumberInput
            label="Track Number"
            min={1}
            max={9999}
            allowDecimal={false}
            required
            w={140}
            {...form.getInputProps('trackNumber')}
          />
          <TextInput label="Title" required data-autofocus {...form.getInputProps('title')} />
          <TextInput label="ISRC (Optional)" placeholder="US-ABC-12-34567" {...form.getInputProps('isrc')} />
          <Textarea label="Notes (Optional)" autosize minRows={2} maxRows={6} {...form.getInputProps('notes')} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {track ? 'Update Track' : 'Create Track'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
