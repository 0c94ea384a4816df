import { Badge, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewSecondFactor, secondFactorBeginMutation, secondFactorSwitchOffMutation } from '../../api';
import { sessionKey, useSession } from '../../api/session';
import { ApiError, messageOf } from '../../lib/error';
import { SectionHeader } from '../../ui/section-header';
import { ConfirmApp } from './confirm-app';

/** Two-step sign-in with an authenticator app: switched on in steps, switched off with the password and a code. */
export function TwoStep() {
  const { hasSecondFactor } = useSession().user;
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <section aria-labelledby="two-step">
      <SectionHeader
        id="two-step"
        title="Two-step sign-in"
        subtitle="Asks for a code from an app on your phone at every sign-in."
      >
        {hasSecondFactor && <Badge color="green">On</Badge>}
        <Button variant="default" onClick={open}>
          {hasSecondFactor ? 'Switch off' : 'Set up'}
        </Button>
      </SectionHeader>
      <Modal opened={opened} onClose={close} title="Two-step sign-in" closeOnClickOutside={false}>
        {opened && <Steps isOn={hasSecondFactor} onDone={close} />}
      </Modal>
    </section>
  );
}

function Steps({ isOn, onDone }: { isOn: boolean; onDone: () => void }) {
  const [app, setApp] = useState<NewSecondFactor | null>(null);
  /** The state when the dialog opened, because confirming updates the session while the codes are still shown. */
  const [wasOn] = useState(isOn);
  if (wasOn) return <SwitchOff onDone={onDone} />;
  return app ? <ConfirmApp app={app} onDone={onDone} /> : <Begin onBegun={setApp} onCancel={onDone} />;
}

function Begin({ onBegun, onCancel }: { onBegun: (app: NewSecondFactor) => void; onCancel: () => void }) {
  const begin = useMutation({ ...secondFactorBeginMutation(), onSuccess: ({ data }) => onBegun(data) });
  return (
    <ItIsMe
      text="You need an authenticator app, such as Aegis, 2FAS or the one of your password manager."
      label="Go on"
      error={begin.error}
      isPending={begin.isPending}
      onConfirm={(body) => begin.mutate({ body })}
      onCancel={onCancel}
    />
  );
}

function SwitchOff({ onDone }: { onDone: () => void }) {
  const off = useMutation({
    ...secondFactorSwitchOffMutation(),
    meta: {
      invalidates: [sessionKey],
      success: { title: 'Two-step sign-in is off', message: 'You sign in without a code from now on' },
    },
    onSuccess: onDone,
  });
  return (
    <ItIsMe
      text="You will sign in without a code. The app’s entry and your recovery codes become worthless."
      label="Switch off"
      color="red"
      asksForCode
      error={off.error}
      isPending={off.isPending}
      onConfirm={(body, code) => off.mutate({ body: { ...body, code } })}
      onCancel={onDone}
    />
  );
}

interface ConfirmIdentityProps {
  text: string;
  label: string;
  color?: string;
  asksForCode?: boolean;
  error: unknown;
  isPending: boolean;
  onConfirm: (body: { password?: string }, code: string) => void;
  onCancel: () => void;
}

/** Asks for the password, if the person has one, and for a code, if two-step sign-in is on. */
function ItIsMe({
  text,
  label,
  color,
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
        {asksForCode && (
          <TextInput
            label="Code"
            description="From your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            required
            {...form.getInputProps('code')}
            error={isCodeWrong ? message : undefined}
          />
        )}
        {!user.hasPassword && message && !isCodeWrong && (
          <Text size="sm" c="red" role="alert">
            {message}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color={color} loading={isPending}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
