import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '../api/error';
import { useSession } from '../api/session';

/** Codes of errors that the dialog shows at its field, for `shownInForm` of the mutation that it confirms. */
export const passwordErrors = ['wrong_password', 'too_many_requests'];

interface AskPasswordProps {
  opened: boolean;
  text: string;
  error: unknown;
  isPending: boolean;
  onConfirm: (password: string) => void;
  onClose: () => void;
}

/** Asks the person for their password before a change that matters. */
export function AskPassword({ opened, onClose, ...rest }: AskPasswordProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Confirm with your password">
      <Ask onClose={onClose} {...rest} />
    </Modal>
  );
}

function Ask({ text, error, isPending, onConfirm, onClose }: Omit<AskPasswordProps, 'opened'>) {
  const { user } = useSession();
  const form = useForm({ initialValues: { password: '' } });
  return (
    <form onSubmit={form.onSubmit(({ password }) => onConfirm(password))}>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          required
          {...form.getInputProps('password')}
          error={error instanceof ApiError && passwordErrors.includes(error.code ?? '') ? error.message : undefined}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
