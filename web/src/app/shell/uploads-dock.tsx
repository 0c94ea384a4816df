import { Affix, Group, Paper, RingProgress, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { type ActiveUpload, activeUploads } from '../../lib/uploads/active-uploads';

const sum = (all: readonly ActiveUpload[], field: 'done' | 'total') =>
  all.reduce((total, each) => total + each[field], 0);

/** Upload progress, on every page except the one that shows the upload itself. */
export function UploadsDock() {
  const { pathname, search } = useLocation();
  const all = useSyncExternalStore(activeUploads.subscribe, activeUploads.getSnapshot, activeUploads.getSnapshot);
  const [first] = all;
  if (!first || all.some(({ href }) => href === pathname + search)) return null;
  const percent = Math.floor(all.reduce((total, each) => total + each.percent, 0) / all.length);
  const paused = all.every((each) => each.paused);
  return (
    <Affix
      position={{
        bottom: 'calc(var(--app-shell-footer-offset, 0px) + 12px)',
        left: 'calc(var(--app-shell-navbar-offset, 0px) + 12px)',
      }}
    >
      <Paper
        component={Link}
        to={first.href}
        withBorder
        shadow="md"
        px="sm"
        py={4}
        display="block"
        c="inherit"
        td="none"
        aria-label={`Uploads: ${sum(all, 'done')} of ${sum(all, 'total')}, ${percent} %`}
      >
        <Group gap={8} wrap="nowrap">
          <RingProgress
            size={28}
            thickness={4}
            aria-hidden
            sections={[{ value: percent, color: paused ? 'gray' : 'teal' }]}
          />
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {paused ? 'Paused: ' : ''}
            {sum(all, 'done')} of {sum(all, 'total')}, {percent} %
          </Text>
        </Group>
      </Paper>
    </Affix>
  );
}
