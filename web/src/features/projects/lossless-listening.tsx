import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Project, projectsUpdateMutation } from '../../api';
import { fileKeys, projectKeys } from '../../api/keys';

/** Switch that lets the client play finals losslessly before they are unlocked, with a warning. */
export function LosslessListening({ project: { id, losslessListening } }: { project: Project }) {
  const { mutate, isPending, variables } = useMutation({
    ...projectsUpdateMutation(),
    meta: {
      invalidates: [...projectKeys(id), ...fileKeys(id)],
      failure: { title: 'Error', message: 'Failed to change how the client may listen' },
    },
  });
  return (
    <Switch
      label="Lossless listening before payment"
      description="The client may then hear your masters as FLAC, not only as MP3. This gives the sound away: what can be heard lossless can also be saved, unpaid. The files themselves stay locked."
      checked={isPending ? variables.body.losslessListening : losslessListening}
      disabled={isPending}
      onChange={(event) => mutate({ path: { id }, body: { losslessListening: event.currentTarget.checked } })}
    />
  );
}
