import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewSecondFactor, secondFactorBeginMutation } from '../../api';
import { ConfirmApp } from './confirm-app';
import { ConfirmIdentity } from './confirm-identity';

interface SetUpTwoStepProps {
  cancelLabel?: string;
  onDone: () => void;
  onCancel: () => void;
}

/** The steps of setting up two-step sign-in: password, app, first code, recovery codes. */
export function SetUpTwoStep({ cancelLabel, onDone, onCancel }: SetUpTwoStepProps) {
  const [app, setApp] = useState<NewSecondFactor | null>(null);
  const begin = useMutation({ ...secondFactorBeginMutation(), onSuccess: ({ data }) => setApp(data) });
  if (app) return <ConfirmApp app={app} onDone={onDone} />;
  return (
    <ConfirmIdentity
      text="You need an authenticator app, such as Aegis, 2FAS or the one of your password manager."
      label="Continue"
      cancelLabel={cancelLabel}
      error={begin.error}
      isPending={begin.isPending}
      onConfirm={(body) => begin.mutate({ body })}
      onCancel={onCancel}
    />
  );
}
