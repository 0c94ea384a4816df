import { Box, Button, Code, CopyButton, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { type NewSecondFactor, secondFactorConfirmMutation } from '../../api';
import { messageOf } from '../../api/error';
import { zSecondFactorCode } from '../../api/generated/zod.gen';
import { sessionKey } from '../../api/session';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors } from '../../lib/forms/form-errors';

/** Sets up the app: shows the secret, checks a first code, then shows the recovery codes. */
export function ConfirmApp({ app, onDone }: { app: NewSecondFactor; onDone: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useForm({ initialValues: { code: '' }, validate: (values) => formErrors(zSecondFactorCode, values) });
  const confirm = useMutation({
    ...secondFactorConfirmMutation(),
    onSuccess: async ({ data }) => {
      setCodes(data.recoveryCodes);
      await client.invalidateQueries({ queryKey: sessionKey });
    },
    onError: (error) => form.setFieldError('code', messageOf(error, 'This did not work. Please try again.')),
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <form noValidate onSubmit={form.onSubmit((body) => confirm.mutate({ body }), focusFirstError(form))}>
      <Stack gap="md">
        <Text size="sm">Scan this with the app, then enter the code that it shows.</Text>
        <Box bg="white" p="md" mx="auto" bdrs="sm" lh={0}>
          <QRCodeSVG value={app.uri} size={180} title="QR code for your authenticator app" />
        </Box>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Or type it in: <Code>{app.secret.replace(/.{4}(?=.)/g, '$& ')}</Code>
        </Text>
        <TextInput
          label="Code"
          placeholder="123 456"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          required
          maxLength={40}
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            Switch on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        Two-step sign-in is on. Keep these recovery codes where you would find them without your phone: each signs you
        in once, and they are not shown again.
      </Text>
      <SimpleGrid cols={1} spacing="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <Code key={code} component="li" block ta="center" fz="sm">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" gap="sm">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy all'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
