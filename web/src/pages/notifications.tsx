import { Button, Drawer, Group, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMailCog } from '@tabler/icons-react';
import { MailSwitches } from '../features/notifications/mail-switches';
import { NotificationList } from '../features/notifications/notification-list';
import { titled } from '../lib/installation';

export const meta = () => [{ title: titled('Notifications') }];

export default function Notifications() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <Stack gap="lg" maw={760} mx="auto">
      <Group justify="space-between" wrap="nowrap">
        <Title order={1}>Notifications</Title>
        <Button variant="default" leftSection={<IconMailCog size={16} stroke={1.75} aria-hidden />} onClick={open}>
          E-mail settings
        </Button>
      </Group>
      <NotificationList />
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        title="E-mail settings"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <MailSwitches />
      </Drawer>
    </Stack>
  );
}
