import { Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import type { File } from '../../api';
import { dialogOf } from '../../ui/dialog-of';
import { toast } from '../../ui/toast';

/** Fixed width, so that the elements before it line up. */
export const DOWNLOAD_WIDTH = 148;
const MENU_WIDTH = 32;

const SameSamples = dialogOf(() => import('./same-samples'));

/** Why the file cannot be downloaded now; null if it can. */
async function refusalOf(url: string): Promise<string | null> {
  const response = await fetch(url, { method: 'HEAD' }).catch(() => undefined);
  if (!response) return 'Network error: Unable to connect to server';
  if (response.ok) return null;
  if (response.status === 402) return 'Payment required';
  if (response.status === 422) return reasonAt(url);
  return `Failed to download file. Download error: ${response.statusText || response.status}`;
}

/** The server's reason, which the answer to a HEAD request does not have. */
async function reasonAt(url: string): Promise<string> {
  const answer = await fetch(url)
    .then((response) => response.json() as Promise<{ message?: string }>)
    .catch(() => null);
  return answer?.message ?? 'This file cannot be tagged. It is available as it was uploaded.';
}

/** Whether the server can write metadata around the file's samples. */
const isTaggable = ({ fileType, deliverable, analysis }: File): boolean =>
  fileType !== 'upload' && !deliverable && analysis.container !== null && analysis.container !== 'w64';

/**
 * Lets the browser download the file after checking that the server allows it. Finals come as they were uploaded, or
 * with metadata and cover.
 */
export function DownloadButton({ file }: { file: File }) {
  const [asking, setAsking] = useState(false);
  const [comparing, setComparing] = useState(false);
  const uploaded = `/api/files/download/${file.id}`;
  const tagged = `/api/files/${file.id}/tagged`;
  const withMenu = isTaggable(file);

  async function start(event: MouseEvent, url: string) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setAsking(true);
    const refusal = await refusalOf(url);
    setAsking(false);
    if (refusal === null) window.location.assign(url);
    else toast.error('Error', refusal);
  }

  const linkTo = (url: string) =>
    ({
      component: 'a',
      href: url,
      download: true,
      onClick: (event: MouseEvent) => void start(event, url),
    }) as const;
  const main = (
    <Button
      {...linkTo(uploaded)}
      size="xs"
      flex="none"
      miw={{ sm: withMenu ? DOWNLOAD_WIDTH - MENU_WIDTH : DOWNLOAD_WIDTH }}
      variant="default"
      loading={asking}
      aria-label={`Download ${file.fileName}`}
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      Download
    </Button>
  );
  if (!withMenu) return main;
  return (
    <Group gap={0} wrap="nowrap" flex="none">
      <Button.Group>
        {main}
        <Menu position="bottom-end" width={300}>
          <Menu.Target>
            <Button size="xs" variant="default" w={MENU_WIDTH} px={0} aria-label={`Ways to download ${file.fileName}`}>
              <IconChevronDown size={14} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item {...linkTo(uploaded)}>
              <Choice title="As uploaded" text="Exactly the file that was sent" />
            </Menu.Item>
            <Menu.Item {...linkTo(tagged)}>
              <Choice title="Tagged" text="With titles, ISRC, credits and cover from Metadata" />
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => setComparing(true)}>
              <Choice title="Compare both" text="Shows that no sample changes" />
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      <SameSamples file={file} opened={comparing} onClose={() => setComparing(false)} />
    </Group>
  );
}

function Choice({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Text size="sm">{title}</Text>
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </>
  );
}
