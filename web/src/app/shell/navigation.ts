import { IconDatabase, IconDisc, IconPalette, IconReceipt, IconUsers, type TablerIcon } from '@tabler/icons-react';

export interface Section {
  to: string;
  label: string;
  Icon: TablerIcon;
}

/** The engineer's sections that exist; the sidebar and the phone's bottom bar show these and no others. */
export const sections: Section[] = [
  { to: '/app/projects', label: 'Projects', Icon: IconDisc },
  { to: '/app/invoices', label: 'Invoices', Icon: IconReceipt },
  { to: '/app/storage', label: 'Storage', Icon: IconDatabase },
  { to: '/app/clients', label: 'Clients', Icon: IconUsers },
  { to: '/app/settings/theme', label: 'Theme Settings', Icon: IconPalette },
];

/** A section is active when the path contains its name; the portal's home is the projects. */
export function isActive(section: Section, path: string): boolean {
  const name = section.to.slice('/app/'.length);
  return path.includes(name) || (name === 'projects' && /^\/app\/?$/.test(path));
}
