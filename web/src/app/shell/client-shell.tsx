import { Anchor, AppShell, Box, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { dataOf, type StudioBrand, studioOwnBrandOptions } from '../../api';
import { useSession } from '../../api/session';
import { setBrandColor } from '../../lib/theme/brand-color';
import { BRAND, Brand } from '../../ui/brand';
import { Bell } from './bell';
import { ColorSchemeToggle } from './color-scheme-toggle';
import { Commands } from './commands';
import { DevMode } from './dev-mode';
import { Player } from './player';
import { SkipLink } from './skip-link';
import { UserLink } from './user-link';

export function ClientShell({ children }: { children: ReactNode }) {
  const { devMode } = useSession();
  const { data: brand } = useQuery({ ...studioOwnBrandOptions(), select: dataOf });
  const color = brand?.brandColor ?? null;
  useEffect(() => {
    setBrandColor(color);
    return () => setBrandColor(null);
  }, [color]);
  const name = brand?.brandName ?? BRAND;
  const [playerHeight, setPlayerHeight] = useState(0);
  return (
    <AppShell header={{ height: 70 }} footer={{ height: playerHeight }} padding={{ base: 'md', sm: 'xl' }}>
      <SkipLink />
      <AppShell.Header bg="var(--mantine-color-body)">
        <Group h="100%" maw={1344} mx="auto" px={{ base: 'md', sm: 'xl' }} justify="space-between" wrap="nowrap">
          <Box component={Link} to="/app" aria-label={`${name} home`} c="inherit" td="none" miw={0}>
            <Brand crowded={devMode} name={name} logo={brand?.brandLogo ?? null} />
          </Box>
          <Group gap={4} wrap="nowrap">
            <Box mr={{ base: 0, sm: 'xs' }}>
              <DevMode />
            </Box>
            <Commands />
            <ColorSchemeToggle />
            <Bell />
            <Box ml={{ base: 0, xs: 'xs' }}>
              <UserLink withName />
            </Box>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Main id="main" tabIndex={-1}>
        <Box maw={1280} mx="auto">
          {children}
          {brand && <Handles brand={brand} />}
        </Box>
      </AppShell.Main>
      <AppShell.Footer bg="var(--mantine-color-default)">
        <Player onHeight={setPlayerHeight} />
      </AppShell.Footer>
    </AppShell>
  );
}

const NETWORKS = { twitter: 'x.com', instagram: 'instagram.com', facebook: 'facebook.com' } as const;

const LABELS = { twitter: 'Twitter', instagram: 'Instagram', facebook: 'Facebook' } as const;

/** Links to the studio's other profiles. */
function Handles({ brand }: { brand: StudioBrand }) {
  const given = (Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]).filter((network) => brand[network]);
  if (given.length === 0) return null;
  return (
    <Group component="footer" gap="lg" mt={48} aria-label="The studio elsewhere">
      {given.map((network) => {
        const handle = brand[network]!.replace(/^@/, '');
        return (
          <Anchor
            key={network}
            size="sm"
            c="dimmed"
            rel="noopener noreferrer"
            target="_blank"
            href={`https://${NETWORKS[network]}/${encodeURIComponent(handle)}`}
          >
            {LABELS[network]}: {handle}
          </Anchor>
        );
      })}
    </Group>
  );
}
