import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usersDeleteMutation } from '../../api';
import { useSession, useSignOut } from '../../api/session';
import { refusedFields } from '../../lib/forms/form-errors';
import { SectionHeader } from '../../ui/section-header';
import { CodeField } from './code-field';

export function DeleteAccount() {
  const { user } = useSession();
  const signOut = useSignOut();
  const [asking, { open, close }] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useMutation({
    ...usersDeleteMutation(),
    meta: {
      failure: { title: 'Error', message: 'Failed to delete account' },
      shownInForm: ['wrong_password', 'wrong_code', 'code_missing'],
    },
    onSuccess: () => signOut(),
    onSettled: () => setCode(''),
  });
  const refused = refusedFields(remove.error);
  const confirmed =
    typed.trim().toLowerCase() === user.email &&
    (password !== '' || !user.hasPassword) &&
    (code.trim() !== '' || !user.hasSecondFactor);
  const forget = () => {
    setTyped('');
    setPassword('');
    setCode('');
    remove.reset();
  };
  return (
    <section aria-labelledby="delete-account">
      <SectionHeader
        id="delete-account"
        title="Delete account"
        subtitle={
          user.role === 'engineer'
            ? 'Possible once your studio has no projects. It cannot be undone.'
            : 'Your name is removed from your projects, which stay with the studio. It cannot be undone.'
        }
      >
        <Button color="red" variant="light" onClick={open}>
          Delete account
        </Button>
      </SectionHeader>
      <Modal opened={asking} onClose={close} onExitTransitionEnd={forget} title="Delete account">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!confirmed) return;
            const body = { ...(user.hasPassword && { password }), ...(user.hasSecondFactor && { code }) };
            remove.mutate({ path: { id: user.id }, body });
          }}
        >
          <Stack gap="md">
            <Text size="sm">
              You are signed out everywhere and cannot sign in again. Download what you want to keep first.
            </Text>
            <TextInput
              label={
                <>
                  Type{' '}
                  <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {user.email}
                  </Text>{' '}
                  to confirm
                </>
              }
              data-autofocus
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {user.hasPassword && (
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                value={password}
                error={refused.password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            )}
            {user.hasSecondFactor && (
              <CodeField
                withAsterisk={false}
                value={code}
                error={refused.code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            )}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" color="red" disabled={!confirmed} loading={remove.isPending}>
                Delete account
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </section>
  );
}
