import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useSession } from '../../api/session';
import { CreateProject } from '../../features/projects/create-project';
import { CommandPalette } from './command-palette';
import type { Shortcut } from './shortcuts';
import { useShortcuts } from './use-shortcuts';

const partFor = (key: string) => document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);

/** The command palette with its button, and the global keyboard shortcuts. */
export function Commands() {
  const navigate = useNavigate();
  const isEngineer = useSession().user.role === 'engineer';
  const [opened, { open, close, toggle }] = useDisclosure(false);
  const [creating, create] = useDisclosure(false);
  useShortcuts((shortcut: Shortcut) => {
    if (shortcut.kind === 'palette') return toggle();
    if (shortcut.kind === 'go') return void navigate(shortcut.to);
    if (shortcut.kind === 'search') return (partFor('/') ?? { focus: open }).focus();
    return (partFor('c') ?? { click: create.open }).click();
  }, isEngineer);
  return (
    <>
      <Tooltip label="Search or do something (Ctrl K)">
        <ActionIcon size="lg" aria-label="Search or do something" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <CommandPalette opened={opened} onClose={close} onCreate={create.open} />
      {isEngineer && <CreateProject opened={creating} onClose={create.close} />}
    </>
  );
}
