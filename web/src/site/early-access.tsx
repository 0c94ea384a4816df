import { Alert, Box, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, matches, useForm } from '@mantine/form';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { installation } from '../lib/installation';
import { type Source, track } from './analytics';
import { signUp } from './sign-up';

export interface Opening {
  source: Source;
  /** As the opening click's `timeStamp`. */
  at: number;
}

/** The early-access form, while it is opened by a button. */
export function EarlyAccess({ opening, onClose }: { opening: Opening | null; onClose: () => void }) {
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const source = opening?.source ?? 'homepage';
  const form = useForm({
    initialValues: { name: '', email: '', notes: '', website: '' },
    validate: { name: isNotEmpty('Name is required'), email: matches(/^\s*[^\s@]+@[^\s@]+\s*$/, 'Invalid email') },
  });
  const close = () => {
    setDone(false);
    setFailure(null);
    onClose();
  };
  const submit = async (values: typeof form.values, at: number) => {
    setSending(true);
    setFailure(null);
    try {
      await signUp({ ...values, source, openMs: Math.round(at - (opening?.at ?? at)) });
      track({ name: 'signup', source });
      form.reset();
      setDone(true);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Failed to subscribe';
      track({ name: 'error', source, label: message });
      setFailure(message);
    }
    setSending(false);
  };
  return (
    <Modal
      opened={opening !== null}
      onClose={close}
      title={done ? undefined : 'Register for Early Access'}
      withCloseButton={!done}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="md"
    >
      {done ? (
        <Stack align="center" gap="sm" py="lg" ta="center" role="status">
          <IconCircleCheck size={44} stroke={1.5} color="var(--mantine-color-teal-4)" aria-hidden />
          <Text fw={600} size="lg">
            Thank you for your interest!
          </Text>
          <Text c="dimmed">We will write to you when your early access is ready.</Text>
          <Text c="dimmed" size="sm">
            Your privacy matters: your address is used for news of {installation.brand} only, is never shared, and is
            deleted when you ask.
          </Text>
          <Button mt="sm" onClick={close}>
            Close
          </Button>
        </Stack>
      ) : (
        <form noValidate onSubmit={form.onSubmit((values, event) => void submit(values, event?.timeStamp ?? 0))}>
          <Stack gap="md">
            {failure && (
              <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden />} role="alert">
                {failure}
              </Alert>
            )}
            <TextInput
              label="Name"
              required
              data-autofocus
              autoComplete="name"
              maxLength={200}
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Email"
              type="email"
              required
              autoComplete="email"
              maxLength={254}
              {...form.getInputProps('email')}
            />
            <Textarea
              label="Notes"
              placeholder="What would you like it to do for you? (Optional)"
              autosize
              minRows={3}
              maxRows={8}
              maxLength={2000}
              {...form.getInputProps('notes')}
            />
            <Box pos="absolute" left={-9999} aria-hidden>
              <label>
                Website
                <input tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
              </label>
            </Box>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={sending}>
                Register for Early Access
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
