import { ActionIcon, Badge, Box, Button, CopyButton, Group, Menu, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCheck, IconCopy, IconDots, IconLinkOff, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ShareLink, shareLinksRenewMutation, shareLinksRevokeMutation } from '../../api';
import { shareLinkKeys } from '../../api/keys';
import { formatAge, formatDeadline, plural } from '../../lib/format/format';
import { formats } from './formats';

interface LinkRowProps {
  projectId: string;
  link: ShareLink;
  /** Number of tracks of the project. */
  tracks: number;
  onChange: () => void;
}

/** One link: whom it is for, what it opens, how often it was opened, and buttons to copy, change, renew and end it. */
export function LinkRow({ projectId, link, tracks, onChange }: LinkRowProps) {
  const revoke = useMutation({
    ...shareLinksRevokeMutation(),
    meta: {
      invalidates: shareLinkKeys(projectId),
      failure: { title: 'Error', message: 'The link could not be ended' },
    },
  });
  const ask = () =>
    modals.openConfirmModal({
      title: `End the link “${link.name}”?`,
      children: <Text size="sm">Whoever has it can no longer open it, at once and for good.</Text>,
      labels: { confirm: 'End link', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke.mutate({ path: { id: link.id } }),
    });
  const renew = useMutation({
    ...shareLinksRenewMutation(),
    meta: {
      invalidates: shareLinkKeys(projectId),
      failure: { title: 'Error', message: 'The link could not be renewed' },
    },
  });
  const isActive = link.state === 'active';
  const askToRenew = () =>
    modals.openConfirmModal({
      title: `Renew the link “${link.name}”?`,
      children: (
        <Text size="sm">
          It gets a new address{isActive ? ', and the present one ends at once' : ''}. What was opened and fetched stays
          on record.
        </Text>
      ),
      labels: { confirm: 'Renew link', cancel: 'Cancel' },
      onConfirm: () => renew.mutate({ path: { id: link.id } }),
    });
  return (
    <Box component="li" py="sm" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Box miw={0} opacity={isActive ? 1 : 0.7}>
          <Group gap="xs" wrap="nowrap">
            <Text fw={500} truncate title={link.name}>
              {link.name}
            </Text>
            {!isActive && <Badge color="gray">{link.state === 'expired' ? 'Expired' : 'Ended'}</Badge>}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {factsOf(link, tracks).join(' · ')}
          </Text>
          <Text size="sm" c={link.timesOpened > 0 ? undefined : 'dimmed'}>
            {link.lastOpenedAt
              ? `Opened ${plural(link.timesOpened, 'time')}, last ${formatAge(link.lastOpenedAt)}`
              : 'Not opened yet'}
          </Text>
          {isActive && link.passwordStopped && (
            <Text size="sm" c="red">
              Stopped after 100 wrong passwords. Change the password or renew the address to let visitors in again.
            </Text>
          )}
          {link.fetches.length > 0 && <Fetches link={link} />}
        </Box>
        {isActive && (
          <Group gap={4} wrap="nowrap" flex="none">
            <CopyButton value={link.url}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                  aria-label={`Copy the link “${link.name}”`}
                  onClick={copy}
                >
                  {copied ? 'Copied' : 'Copy link'}
                </Button>
              )}
            </CopyButton>
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  size="lg"
                  aria-label={`More for the link “${link.name}”`}
                  loading={revoke.isPending || renew.isPending}
                >
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onChange}>
                  Change
                </Menu.Item>
                <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={askToRenew}>
                  Renew address
                </Menu.Item>
                <Menu.Item color="red" leftSection={<IconLinkOff size={16} aria-hidden />} onClick={ask}>
                  End link
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        )}
        {!isActive && (
          <Group gap={4} wrap="nowrap" flex="none">
            {link.state === 'expired' && (
              <Button variant="subtle" aria-label={`Change the link “${link.name}”`} onClick={onChange}>
                Change
              </Button>
            )}
            <Button
              variant="default"
              aria-label={`Renew the link “${link.name}”`}
              loading={renew.isPending}
              onClick={askToRenew}
            >
              Renew
            </Button>
          </Group>
        )}
      </Group>
    </Box>
  );
}

const SHOWN_FETCHES = 3;

/** 'Fetched 2 of 8 files' of the newest edition, and the downloads that have begun. */
function Fetches({ link: { fetches, finals } }: { link: ShareLink }) {
  const complete = fetches.filter(({ completedAt }) => completedAt !== null);
  const current = complete.filter(({ isCurrent }) => isCurrent).length;
  const earlier = complete.length - current;
  const begun = fetches.filter(({ completedAt }) => completedAt === null);
  return (
    <>
      <Text size="sm">
        {finals !== null && current >= finals
          ? `Fetched ${plural(current, 'file')}`
          : `Fetched ${current} of ${plural(finals ?? 0, 'file')}`}
        {earlier > 0 && `, and ${earlier} of earlier editions`}
      </Text>
      {begun.slice(0, SHOWN_FETCHES).map(({ fileId, fileName, percent }) => (
        <Text key={fileId} size="sm" c="dimmed" truncate title={fileName}>
          Begun {percent} %: {fileName}
        </Text>
      ))}
      {begun.length > SHOWN_FETCHES && (
        <Text size="sm" c="dimmed">
          and {begun.length - SHOWN_FETCHES} more
        </Text>
      )}
    </>
  );
}

function factsOf(link: ShareLink, tracks: number): string[] {
  return [
    link.purpose === 'delivery' ? 'Delivery' : 'Listening',
    link.trackIds === null ? 'Whole record' : `${link.trackIds.length} of ${plural(tracks, 'track')}`,
    ...(link.formats ?? []).map((format) => formats[format].label),
    ...(link.commentsAllowed ? ['comments'] : []),
    ...(link.hasPassword ? ['password'] : []),
    ...(link.endsAt && link.state === 'active' ? [`until ${formatDeadline(link.endsAt)}`] : []),
    `by ${link.createdByName}`,
  ];
}
