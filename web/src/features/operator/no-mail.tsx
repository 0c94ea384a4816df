import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { authLinksResetLinkMutation } from '../../api';
import { zForgotPassword } from '../../api/generated/zod.gen';
import { useMailLeaves } from '../../api/mail-leaves';
import { formErrors } from '../../lib/forms/form-errors';
import { CopyLink } from '../../ui/copy-link';

/** Warns that the portal cannot send mail, and creates the links that would have been mailed. */
export function NoMail() {
  const mailLeaves = useMailLeaves();
  const form = useForm({
    initialValues: { email: '' },
    validate: ({ email }) => formErrors(zForgotPassword, { email: email.trim() }),
  });
  const make = useMutation({
    ...authLinksResetLinkMutation(),
    meta: { failure: { title: 'Error', message: 'The link could not be made' } },
  });
  if (mailLeaves) return null;
  return (
    <Alert color="yellow" title="This portal does not send e-mail">
      <Stack gap="sm">
        <Text size="sm">
          SMTP_URL is none: invitations, notifications and payment reminders stay here. Hand links over yourself, or set
          SMTP_URL to a mail server.
        </Text>
        <form
          noValidate
          onSubmit={form.onSubmit(({ email }) => make.mutate({ body: { email: email.trim() } }))}
          style={{ maxWidth: 480 }}
        >
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              flex={1}
              miw={0}
              type="email"
              aria-label="E-mail of an account"
              placeholder="E-mail of an account"
              {...form.getInputProps('email')}
            />
            <Button type="submit" variant="default" loading={make.isPending}>
              Make password link
            </Button>
          </Group>
        </form>
        {make.data && <CopyLink label="Sets a new password, once, within an hour" link={make.data.data.url} />}
      </Stack>
    </Alert>
  );
}
