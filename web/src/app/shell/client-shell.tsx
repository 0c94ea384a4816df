import { AppShell, Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../api/session';
import { MiniPlayer, useMiniPlayerHeight } from '../../features/player/mini-player';
import { BRAND, Brand } from '../../ui/brand';
import { Bell } from './bell';
import { ColorSchemeToggle } from './color-scheme-toggle';
import { Commands } from './commands';
import { DevMode } from './dev-mode';
import { SkipLink } from './skip-link';
import { UserMenu } from './user-menu';

export function ClientShell({ children }: { children: ReactNode }) {
  const { devMode } = useSession();
  const playerHeight = useMiniPlayerHeight();
  return (
    <AppShell header={{ height: 70 }} footer={{ height: playerHeight }} padding={{ base: 'md', sm: 'xl' }}>
      <SkipLink />
      <AppShell.Header bg="var(--mantine-color-body)">
        <Group h="100%" maw={1344} mx="auto" px={{ base: 'md', sm: 'xl' }} justify="space-between" wrap="nowrap">
          <Box component={Link} to="/app" aria-label={`${BRAND} home`} c="inherit" td="none">
            <Brand crowded={devMode} />
          </Box>
          <Group gap={4} wrap="nowrap">
            <Box mr={{ base: 0, sm: 'xs' }}>
              <DevMode />
            </Box>
            <Commands />
            <ColorSchemeToggle />
            <Bell />
            <Box ml={{ base: 0, xs: 'xs' }}>
              <UserMenu withName />
            </Box>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Main id="main" tabIndex={-1}>
        <Box maw={1280} mx="auto">
          {children}
        </Box>
      </AppShell.Main>
      <AppShell.Footer bg="var(--mantine-color-default)">
        <MiniPlayer />
      </AppShell.Footer>
    </AppShell>
  );
}
