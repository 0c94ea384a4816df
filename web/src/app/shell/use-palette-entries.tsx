import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconBell,
  IconDisc,
  IconFileMusic,
  IconFolderPlus,
  IconLogout,
  IconMail,
  IconMoon,
  IconMusic,
  IconReceipt,
  IconServerCog,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { clientsListOptions, dataOf, invoicesListOptions, projectsListOptions, searchFindOptions } from '../../api';
import { useSession, useSignOut } from '../../api/session';
import { formatMoney } from '../../lib/format/money';
import { trackUrl } from '../../lib/navigation/track-url';
import { invoiceStatuses, projectStatuses } from '../../lib/words';
import { sections } from './navigation';
import type { PaletteEntry } from './palette-entry';
import { useOpenProject, useProjectEntries } from './use-project-entries';

/** Whether C creates a project; on some pages it creates something else. */
const createsProjects = () =>
  (document.querySelector('[data-shortcut="c"]')?.textContent ?? 'New project') === 'New project';

const PAUSE_MS = 150;
const SHOWN = 5;

/** Clients have no sections in their shell. */
const OF_CLIENTS = [
  { to: '/app', label: 'Projects', Icon: IconDisc },
  { to: '/app/invoices', label: 'Invoices', Icon: IconReceipt },
];

/** Palette entries for the typed text; records are searched on the server once something is typed. */
export function usePaletteEntries(typed: string, opened: boolean, onCreate: () => void): PaletteEntry[] {
  const navigate = useNavigate();
  const ofProject = useProjectEntries(typed.trim().toLowerCase(), opened);
  const openProject = useOpenProject();
  const { user, devMode } = useSession();
  const isEngineer = user.role === 'engineer';
  const signOut = useMutation({
    mutationFn: useSignOut(),
    meta: { failure: { title: 'Error', message: 'Could not sign out. Please try again.' } },
  });
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('dark') === 'dark' ? 'light' : 'dark';
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const query = { search: search || undefined, limit: SHOWN };
  const found = opened && isEngineer && search !== '';
  const projects = useQuery({
    ...projectsListOptions({ query: { ...query, sort: 'updatedAt' } }),
    select: dataOf,
    placeholderData: keepPreviousData,
    enabled: opened,
  });
  const clients = useQuery({
    ...clientsListOptions({ query }),
    select: dataOf,
    placeholderData: keepPreviousData,
    enabled: found,
  });
  const invoices = useQuery({
    ...invoicesListOptions({ query }),
    select: dataOf,
    placeholderData: keepPreviousData,
    enabled: opened && search !== '',
  });
  const inside = useQuery({
    ...searchFindOptions({ query: { search } }),
    select: dataOf,
    placeholderData: keepPreviousData,
    enabled: opened && search !== '',
  });
  const go = (to: string) => () => void navigate(to);

  const actions: Omit<PaletteEntry, 'group'>[] = [
    ...(isEngineer
      ? [
          {
            id: 'create',
            label: 'New project',
            detail: createsProjects() ? 'C' : undefined,
            Icon: IconFolderPlus,
            run: onCreate,
          },
        ]
      : []),
    ...(isEngineer ? sections : OF_CLIENTS).map(({ to, label, Icon }) => ({
      id: to,
      label: `Go to ${label.toLowerCase()}`,
      detail: isEngineer ? `G ${label.charAt(0)}` : undefined,
      Icon,
      run: go(to),
    })),
    ...(isEngineer
      ? [{ id: 'overview', label: 'Go to overview', detail: 'G O', Icon: IconDisc, run: go('/app/projects/overview') }]
      : []),
    {
      id: 'notifications',
      label: 'Go to notifications',
      detail: isEngineer ? 'G N' : undefined,
      Icon: IconBell,
      run: go('/app/notifications'),
    },
    { id: 'profile', label: 'Go to my profile', Icon: IconUser, run: go('/app/profile') },
    ...(user.isOperator
      ? [{ id: 'operator', label: 'Go to operator', Icon: IconServerCog, run: go('/app/operator') }]
      : []),
    ...(devMode && isEngineer
      ? [{ id: 'mailbox', label: 'Go to mailbox', Icon: IconMail, run: go('/app/dev/mailbox') }]
      : []),
    {
      id: 'scheme',
      label: `Switch to ${other} mode`,
      Icon: other === 'dark' ? IconMoon : IconSun,
      run: () => setColorScheme(other),
    },
    { id: 'sign-out', label: 'Sign out', Icon: IconLogout, run: () => signOut.mutate() },
  ];
  const words = typed.trim().toLowerCase();
  /** Filters the records already loaded until the server has replied. */
  const matching = <T extends object>({ data = [], isPlaceholderData }: { data?: T[]; isPlaceholderData: boolean }) => {
    const current = !isPlaceholderData && search === typed.trim();
    return current ? data : data.filter((each) => Object.values(each).join('\n').toLowerCase().includes(words));
  };
  return [
    ...ofProject,
    ...matching(projects).map(({ id, title, client_name, status }) => ({
      id: `project ${id}`,
      group: 'Projects' as const,
      label: title,
      detail: isEngineer ? `${client_name} · ${projectStatuses[status].label}` : projectStatuses[status].label,
      Icon: IconDisc,
      run: go(`/app/projects/${id}`),
    })),
    ...(search === '' ? [] : matching(inside))
      .filter(({ kind, projectId }) => kind === 'track' || projectId !== openProject)
      .map(({ kind, id, name, projectId, projectTitle, fileId }) => ({
        id: `${kind} ${id}`,
        group: 'Tracks and files' as const,
        label: name,
        detail: projectTitle,
        Icon: kind === 'track' ? IconMusic : IconFileMusic,
        run: go(fileId ? trackUrl(projectId, fileId) : `/app/projects/${projectId}?tab=release`),
      })),
    ...(search === '' ? [] : matching(clients)).map(({ id, name, email }) => ({
      id: `client ${id}`,
      group: 'Clients' as const,
      label: name,
      detail: email,
      Icon: IconUser,
      run: go(`/app/clients?${new URLSearchParams({ search: email })}`),
    })),
    ...(search === '' ? [] : matching(invoices)).map((invoice) => ({
      id: `invoice ${invoice.id}`,
      group: 'Invoices' as const,
      label: `#${invoice.number} ${invoice.projectTitle}`,
      detail: `${formatMoney(invoice.amountCents, invoice.currency)} · ${invoiceStatuses[invoice.status].label}`,
      Icon: IconReceipt,
      run: go(`/app/projects/${invoice.projectId}?tab=quote`),
    })),
    ...actions
      .filter(({ label }) => label.toLowerCase().includes(words))
      .map((action) => ({ ...action, group: 'Actions' as const })),
  ];
}
