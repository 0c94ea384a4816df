import { AppShell, Box, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../api/session';
import { BRAND, Mark } from '../../ui/brand';
import { Bell } from './bell';
import { ColorSchemeToggle } from './color-scheme-toggle';
import { Commands } from './commands';
import { DevMode } from './dev-mode';
import { isActive, sections } from './navigation';
import { Player } from './player';
import { SkipLink } from './skip-link';
import { UserLink } from './user-link';

function SectionLinks({ row = false }: { row?: boolean }) {
  const { pathname } = useLocation();
  return sections.map((section) => {
    const { to, label, Icon } = section;
    const active = isActive(section, pathname);
    return (
      <UnstyledButton
        key={to}
        component={Link}
        to={to}
        aria-current={active ? 'page' : undefined}
        py={row ? 4 : 8}
        px={4}
        w={row ? undefined : 68}
        flex={row ? '1 1 0' : undefined}
        c={active ? 'var(--mantine-primary-color-light-color)' : 'dimmed'}
        bg={active ? 'var(--mantine-primary-color-light)' : undefined}
        bdrs="sm"
      >
        <Stack align="center" gap={2}>
          <Icon size={20} stroke={1.75} aria-hidden />
          <Text fz={11} lh={1.3} fw={500} ta="center">
            {label}
          </Text>
        </Stack>
      </UnstyledButton>
    );
  });
}

/** Narrow icon sidebar and a header; on a phone the sidebar becomes a bar at the bottom. */
export function EngineerShell({ children }: { children: ReactNode }) {
  const { studio } = useSession();
  const [playerHeight, setPlayerHeight] = useState(0);
  return (
    <AppShell
      layout="alt"
      header={{ height: 60 }}
      navbar={{ width: 80, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: { base: 64 + playerHeight, sm: playerHeight } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <SkipLink />
      <AppShell.Navbar component="nav" aria-label="Sections" visibleFrom="sm" bg="var(--mantine-color-default)">
        <Stack align="center" gap="xs" py={14} h="100%">
          <Tooltip label={BRAND} position="right">
            <Box component={Link} to="/app" aria-label={`${BRAND} home`} display="flex" mb="lg">
              <Mark size={30} />
            </Box>
          </Tooltip>
          <SectionLinks />
          <Box mt="auto">
            <UserLink />
          </Box>
        </Stack>
      </AppShell.Navbar>
      <AppShell.Header bg="var(--mantine-color-body)">
        <Group h="100%" px={{ base: 'md', sm: 'xl' }} justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Box component={Link} to="/app" aria-label={`${BRAND} home`} display="flex" hiddenFrom="sm">
              <Mark />
            </Box>
            <Text fw={600} truncate visibleFrom="xs">
              {studio?.name ?? BRAND}
            </Text>
          </Group>
          <Group gap={4} wrap="nowrap">
            <Box mr={{ base: 0, sm: 'xs' }}>
              <DevMode />
            </Box>
            <Commands />
            <ColorSchemeToggle />
            <Bell />
            <Box hiddenFrom="sm">
              <UserLink />
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
        <Player onHeight={setPlayerHeight} />
        <Group component="nav" aria-label="Sections" h={64} p={4} gap={4} align="stretch" wrap="nowrap" hiddenFrom="sm">
          <SectionLinks row />
        </Group>
      </AppShell.Footer>
    </AppShell>
  );
}
