import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError, messageOf } from '../../api/error';
import { useSession } from '../../api/session';
import { CodeField } from './code-field';

interface ConfirmIdentityProps {
  text: string;
  label: string;
  color?: string;
  cancelLabel?: string;
  asksForCode?: boolean;
  error: unknown;
  isPending: boolean;
  onConfirm: (body: { password?: string }, code: string) => void;
  onCancel: () => void;
}

/** Asks for the password, if the person has one, and for a code, if two-step sign-in is on. */
export function ConfirmIdentity({
  text,
  label,
  color,
  cancelLabel = 'Cancel',
  asksForCode = false,
  error,
  isPending,
  onConfirm,
  onCancel,
}: ConfirmIdentityProps) {
  const { user } = useSession();
  const form = useForm({ initialValues: { password: '', code: '' } });
  const message = error ? messageOf(error, 'This did not work. Please try again.') : undefined;
  const isCodeWrong = error instanceof ApiError && error.code === 'wrong_code';
  return (
    <form onSubmit={form.onSubmit(({ password, code }) => onConfirm(user.hasPassword ? { password } : {}, code))}>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {user.hasPassword && (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            required
            {...form.getInputProps('password')}
            error={isCodeWrong ? undefined : message}
          />
        )}
        {asksForCode && <CodeField {...form.getInputProps('code')} error={isCodeWrong ? message : undefined} />}
        {!user.hasPassword && message && !isCodeWrong && (
          <Text size="sm" c="red" role="alert">
            {message}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button type="submit" color={color} loading={isPending}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
