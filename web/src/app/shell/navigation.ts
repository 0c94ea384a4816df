import { IconDatabase, IconDisc, IconPalette, IconReceipt, IconUsers, type TablerIcon } from '@tabler/icons-react';

export interface Section {
  to: string;
  label: string;
  Icon: TablerIcon;
}

/** The engineer's sections, shown in the sidebar and in the phone's bottom bar. */
export const sections: Section[] = [
  { to: '/app/projects', label: 'Projects', Icon: IconDisc },
  { to: '/app/invoices', label: 'Invoices', Icon: IconReceipt },
  { to: '/app/storage', label: 'Storage', Icon: IconDatabase },
  { to: '/app/clients', label: 'Clients', Icon: IconUsers },
  { to: '/app/settings/theme', label: 'Theme Settings', Icon: IconPalette },
];

/** A section is active when the path contains its name; /app itself counts as Projects. */
export function isActive(section: Section, path: string): boolean {
  const name = section.to.slice('/app/'.length);
  return path.includes(name) || (name === 'projects' && /^\/app\/?$/.test(path));
}
