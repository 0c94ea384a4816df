import type { TablerIcon } from '@tabler/icons-react';

export interface PaletteEntry {
  id: string;
  group: 'Actions' | 'This project' | 'Projects' | 'Tracks and files' | 'Clients' | 'Invoices';
  label: string;
  detail?: string;
  Icon: TablerIcon;
  run: () => void;
}
