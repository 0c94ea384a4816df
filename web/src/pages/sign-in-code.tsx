import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { secondFactorEnterCodeMutation } from '../api';
import { messageOf } from '../api/error';
import { zSecondFactorCode } from '../api/generated/zod.gen';
import { useEnter } from '../api/session';
import { focusFirstError } from '../lib/forms/focus-first-error';
import { formErrors } from '../lib/forms/form-errors';
import { titled } from '../lib/installation';
import { safeRedirect } from '../lib/navigation/safe-redirect';
import { AuthLayout } from '../ui/auth-layout';

export const meta = () => [{ title: titled('Sign in') }];

/** Second step of signing in, for people who have switched it on. */
export default function SignInCode() {
  const [params] = useSearchParams();
  const next = safeRedirect(params.get('next')) ?? '/app';
  const enter = useEnter();
  const form = useForm({ initialValues: { code: '' }, validate: (values) => formErrors(zSecondFactorCode, values) });
  const check = useMutation({
    ...secondFactorEnterCodeMutation(),
    onSuccess: ({ data }) => enter(data, next),
    onError: () => form.setFieldValue('code', ''),
  });
  return (
    <AuthLayout title="Enter your code" subtitle="From your authenticator app, or one of your recovery codes.">
      <form noValidate onSubmit={form.onSubmit((body) => check.mutate({ body }), focusFirstError(form))}>
        <Stack gap="md">
          {check.isError && (
            <Alert color="red" p="sm" role="alert">
              {messageOf(check.error, 'Could not sign in. Please try again.')}
            </Alert>
          )}
          <TextInput
            label="Code"
            autoFocus
            required
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={check.isPending}>
            Sign in
          </Button>
          <Text size="xs" c="dimmed" ta="center">
            Each code works once.{' '}
            <Anchor component={Link} to={`/sign-in?${new URLSearchParams({ next })}`} size="xs" underline="always">
              Sign in another way
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AuthLayout>
  );
}
