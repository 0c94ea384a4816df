import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

const FORMATS = [
  { format: 'csv', label: 'Spreadsheet (CSV)' },
  { format: 'reaper', label: 'Markers for REAPER (CSV)' },
  { format: 'text', label: 'Text list' },
];

/** Exports the comments on a file for other programs. */
export function ExportMenu({ projectId, fileId }: { projectId: string; fileId: string }) {
  return (
    <Menu>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconDownload size={14} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <Menu.Item
            key={format}
            component="a"
            href={`/api/comments/project/${projectId}/export?format=${format}&fileId=${fileId}`}
            download
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
