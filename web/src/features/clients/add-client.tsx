import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { usersCreateMutation } from '../../api';
import { zCreateUser } from '../../api/generated/zod.gen';
import { clientKeys } from '../../api/keys';
import { useMailLeaves } from '../../api/mail-leaves';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors } from '../../lib/forms/form-errors';

const bodyOf = ({ name, email }: { name: string; email: string }) => ({
  name: name.trim(),
  email: email.trim(),
  role: 'client' as const,
});

export function AddClient({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const mailLeaves = useMailLeaves();
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: (values) => formErrors(zCreateUser, bodyOf(values)),
  });
  const close = () => {
    onClose();
    form.reset();
  };
  const create = useMutation({
    ...usersCreateMutation(),
    meta: {
      invalidates: clientKeys(),
      success: {
        title: 'Client Added',
        message: mailLeaves ? 'They get an invitation by e-mail' : 'Copy the invitation link from the client’s menu',
      },
      failure: { title: 'Error', message: 'Failed to create client' },
    },
    onSuccess: close,
  });
  const submit = form.onSubmit((values) => create.mutate({ body: bodyOf(values) }), focusFirstError(form));
  return (
    <Modal opened={opened} onClose={close} title="Add client">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            required
            data-autofocus
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <TextInput label="E-mail" type="email" required autoComplete="off" {...form.getInputProps('email')} />
          <Text size="sm" c="dimmed">
            {mailLeaves
              ? 'They get an invitation by e-mail, good for 14 days. Until they accept it, they see nothing of your studio.'
              : 'This portal does not send e-mail: copy the invitation link from the client’s menu and send it yourself.'}
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Add client
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
