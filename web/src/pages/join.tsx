import { Alert, Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { dataOf, engineersAcceptMutation, engineersShowOptions } from '../api';
import { ApiError, messageOf } from '../api/error';
import { zAcceptEngineerInvite } from '../api/generated/zod.gen';
import { useEnterAgain } from '../api/session';
import { focusFirstError } from '../lib/forms/focus-first-error';
import { formErrors } from '../lib/forms/form-errors';
import { installation, titled } from '../lib/installation';
import { AuthLayout } from '../ui/auth-layout';
import { Failure } from '../ui/failure';
import { NewPassword } from '../ui/new-password';

export const meta = () => [{ title: titled('Invitation') }, { name: 'referrer', content: 'no-referrer' }];

/** Target of the operator's invitation: creates an engineer's account with its own studio. */
export default function JoinPage() {
  const { token = '' } = useParams();
  const { data, isPending, isError, error, refetch } = useQuery({
    ...engineersShowOptions({ path: { token } }),
    select: dataOf,
  });
  if (isPending)
    return (
      <AuthLayout title="Invitation" subtitle="One moment…">
        <Stack role="status" aria-label="Loading invitation">
          <Skeleton h={52} />
          <Skeleton h={52} />
        </Stack>
      </AuthLayout>
    );
  if (isError) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409))
      return <Failure title="The invitation could not be loaded" error={error} onRetry={() => void refetch()} />;
    return (
      <AuthLayout title="Invitation not valid" subtitle={error.message}>
        <Button component={Link} to="/sign-in" variant="default">
          Go to sign in
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Set up your studio"
      subtitle={`${data.invitedBy} invites you to run your studio on ${installation.brand}, under your own name.`}
    >
      <NewStudio token={token} name={data.name} email={data.email} />
    </AuthLayout>
  );
}

function NewStudio({ token, name, email }: { token: string; name: string; email: string }) {
  const enter = useEnterAgain();
  const accept = useMutation({ ...engineersAcceptMutation(), onSuccess: () => enter('/app') });
  const form = useForm({
    initialValues: { name, studioName: '', password: '' },
    validate: (values) => formErrors(zAcceptEngineerInvite, values),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((body) => accept.mutate({ path: { token }, body }), focusFirstError(form))}
    >
      <Stack gap="md">
        {accept.error && (
          <Alert color="red" p="sm" role="alert">
            {messageOf(accept.error, 'The studio could not be set up. Please try again.')}
          </Alert>
        )}
        <TextInput label="E-mail" type="email" autoComplete="username" value={email} readOnly />
        <TextInput
          label="Studio name"
          autoComplete="organization"
          required
          maxLength={200}
          autoFocus
          {...form.getInputProps('studioName')}
        />
        <TextInput label="Your name" autoComplete="name" required maxLength={200} {...form.getInputProps('name')} />
        <NewPassword known={[email, form.values.name]} label="Choose a password" {...form.getInputProps('password')} />
        <Button type="submit" loading={accept.isPending}>
          Create studio
        </Button>
      </Stack>
    </form>
  );
}
