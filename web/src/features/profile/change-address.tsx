import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { usersChangeAddressMutation } from '../../api';
import { messageOf } from '../../api/error';
import { zChangeSignInAddress } from '../../api/generated/zod.gen';
import { useSession } from '../../api/session';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors, refusedFields } from '../../lib/forms/form-errors';
import { SectionHeader } from '../../ui/section-header';
import { CodeField } from './code-field';

/** The address that the person signs in with. */
export function ChangeAddress() {
  const { user } = useSession();
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <section aria-labelledby="sign-in-address">
      <SectionHeader id="sign-in-address" title="Sign-in address" subtitle={user.email}>
        <Button variant="default" onClick={open}>
          Change address
        </Button>
      </SectionHeader>
      <Modal opened={opened} onClose={close} title="Change sign-in address">
        <AddressForm onClose={close} />
      </Modal>
    </section>
  );
}

function AddressForm({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const form = useForm({
    initialValues: { email: '', password: '', code: '' },
    validate: (values) => ({
      ...formErrors(zChangeSignInAddress, values),
      ...(user.hasPassword && values.password === '' && { password: 'Password is required' }),
      ...(user.hasSecondFactor && values.code.trim() === '' && { code: 'Enter the code' }),
      ...(values.email.trim().toLowerCase() === user.email && { email: 'You already sign in with this address' }),
    }),
  });
  const change = useMutation({
    ...usersChangeAddressMutation(),
    onError: (error) => form.setErrors(refusedFields(error)),
  });
  if (change.isSuccess) {
    return (
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }} role="status">
          We sent a link to <b>{change.variables.body.email}</b>. Open it within a day to sign in with this address.
          Until then, nothing changes.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  }
  const submit = form.onSubmit(
    ({ email, password, code }) =>
      change.mutate({
        path: { id: user.id },
        body: { email: email.trim(), ...(user.hasPassword && { password }), ...(user.hasSecondFactor && { code }) },
      }),
    focusFirstError(form),
  );
  const isAtField = Object.keys(refusedFields(change.error)).length > 0;
  const refused = change.isError && !isAtField ? messageOf(change.error, 'This did not work. Please try again.') : null;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          A link to the new address confirms it. Your present address gets an email about the change.
        </Text>
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <TextInput
          label="New address"
          type="email"
          required
          data-autofocus
          autoComplete="email"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        {user.hasPassword && (
          <PasswordInput
            label="Password"
            required
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        )}
        {user.hasSecondFactor && <CodeField {...form.getInputProps('code')} />}
        {refused && (
          <Text size="sm" c="red" role="alert">
            {refused}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Send link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
