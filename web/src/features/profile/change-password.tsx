import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { authLinksForgotMutation, usersChangePasswordMutation } from '../../api';
import { zChangePassword } from '../../api/generated/zod.gen';
import { useSession } from '../../api/session';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors, refusedFields } from '../../lib/forms/form-errors';
import { NewPassword } from '../../ui/new-password';
import { SectionHeader } from '../../ui/section-header';
import { CodeField } from './code-field';

export function ChangePassword() {
  return useSession().user.hasPassword ? <Change /> : <FirstPassword />;
}

function Change() {
  const { user } = useSession();
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', confirmed: '', code: '' },
    validate: (values) => ({
      ...formErrors(zChangePassword, values),
      ...(values.confirmed !== values.newPassword && { confirmed: 'New passwords do not match' }),
      ...(user.hasSecondFactor && values.code.trim() === '' && { code: 'Enter the code' }),
    }),
  });
  const change = useMutation({
    ...usersChangePasswordMutation(),
    meta: {
      success: { title: 'Password Changed', message: 'Other devices have been signed out' },
      failure: { title: 'Error', message: 'Failed to change password' },
      shownInForm: ['wrong_password', 'common_password', 'wrong_code', 'code_missing'],
    },
    onSuccess: () => form.reset(),
    onError: (error) => form.setErrors(refusedFields(error)),
  });
  const submit = form.onSubmit(
    ({ currentPassword, newPassword, code }) =>
      change.mutate({
        path: { id: user.id },
        body: { currentPassword, newPassword, ...(user.hasSecondFactor && { code }) },
      }),
    focusFirstError(form),
  );
  return (
    <section aria-labelledby="change-password">
      <SectionHeader
        id="change-password"
        title="Change password"
        subtitle="You stay signed in here; every other device is signed out."
      />
      <form onSubmit={submit} noValidate>
        <Stack gap="md" mt="md">
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordInput
            label="Current password"
            required
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <NewPassword known={[user.email, user.name]} label="New password" {...form.getInputProps('newPassword')} />
          <PasswordInput
            label="Confirm new password"
            required
            autoComplete="new-password"
            {...form.getInputProps('confirmed')}
          />
          {user.hasSecondFactor && <CodeField {...form.getInputProps('code')} />}
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}

/** For people who sign in by mailed links: sets a password the same way as a forgotten one. */
function FirstPassword() {
  const { user } = useSession();
  const send = useMutation({
    ...authLinksForgotMutation(),
    meta: {
      success: { title: 'Mail Sent', message: `A link to choose a password is on its way to ${user.email}` },
      failure: { title: 'Error', message: 'The mail could not be sent. Please try again.' },
    },
  });
  return (
    <section aria-labelledby="change-password">
      <SectionHeader id="change-password" title="Password" subtitle="You have no password; you sign in another way.">
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate({ body: { email: user.email } })}>
          E-mail me a link to choose one
        </Button>
      </SectionHeader>
    </section>
  );
}
