import { Badge, Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorSwitchOffMutation } from '../../api';
import { sessionKey, useSession } from '../../api/session';
import { SectionHeader } from '../../ui/section-header';
import { ConfirmIdentity } from './confirm-identity';
import { SetUpTwoStep } from './set-up-two-step';

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
  /** The state when the dialog opened, because confirming updates the session while the codes are still shown. */
  const [wasOn] = useState(isOn);
  return wasOn ? <SwitchOff onDone={onDone} /> : <SetUpTwoStep onDone={onDone} onCancel={onDone} />;
}

function SwitchOff({ onDone }: { onDone: () => void }) {
  const { studio } = useSession();
  const off = useMutation({
    ...secondFactorSwitchOffMutation(),
    meta: {
      invalidates: [sessionKey],
      success: { title: 'Two-step sign-in is off', message: 'Your app and recovery codes are no longer valid' },
    },
    onSuccess: onDone,
  });
  return (
    <ConfirmIdentity
      text={
        studio?.requiresSecondFactor
          ? 'The app’s entry and your recovery codes stop working. Your studio requires two-step sign-in, so you set it up again at once, for example with a new phone.'
          : 'You will sign in without a code. The app’s entry and your recovery codes stop working.'
      }
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
