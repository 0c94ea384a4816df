import { Stack, Title } from '@mantine/core';
import { useSession } from '../api/session';
import { Mailbox } from '../features/mailbox/mailbox';
import { titled } from '../lib/installation';
import { NotFound } from '../ui/not-found';

export const meta = () => [{ title: titled('Mailbox') }];

export default function MailboxPage() {
  const { devMode, user } = useSession();
  if (!devMode || user.role !== 'engineer') return <NotFound />;
  return (
    <Stack gap="lg">
      <Title order={1}>Mailbox</Title>
      <Mailbox />
    </Stack>
  );
}
