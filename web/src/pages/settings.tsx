import { Stack, Title } from '@mantine/core';
import { useSession } from '../api/session';
import { StudioSettings } from '../features/settings/studio-settings';
import { Restricted } from '../ui/restricted';

export const meta = () => [{ title: 'Settings · Lacquer' }];

export default function SettingsPage() {
  const { user } = useSession();
  if (user.role !== 'engineer') return <Restricted />;
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <Title order={1}>Settings</Title>
      <StudioSettings />
    </Stack>
  );
}
