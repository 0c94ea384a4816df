import { Divider, Stack, Tabs, Title } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useSession } from '../api/session';
import { Appearance } from '../features/settings/appearance';
import { BrandSettings } from '../features/settings/brand-settings';
import { StudioSettings } from '../features/settings/studio-settings';
import { titled } from '../lib/installation';
import { Restricted } from '../ui/restricted';

export const meta = () => [{ title: titled('Theme Settings') }];

/** Appearance in this browser, and for engineers the studio's brand and settings. */
export default function SettingsPage() {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  if (user.role !== 'engineer') return <Restricted />;
  const tab = params.get('tab') === 'studio' ? 'studio' : 'theme';
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <Title order={1}>Theme Settings</Title>
      <Tabs value={tab} onChange={(value) => setParams(value === 'studio' ? { tab: value } : {}, { replace: true })}>
        <Tabs.List>
          <Tabs.Tab value="theme">Theme and brand</Tabs.Tab>
          <Tabs.Tab value="studio">Studio</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="theme" pt="lg">
          <Stack gap="xl">
            <Appearance />
            <Divider />
            <BrandSettings />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="studio" pt="lg">
          <StudioSettings />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
