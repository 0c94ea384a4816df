import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import type { File } from '../../api';
import { toast } from '../../ui/toast';

/** Fixed width, so that the elements before it line up. */
export const DOWNLOAD_WIDTH = 148;

/** Why the file cannot be downloaded now; null if it can. */
async function refusalOf(url: string): Promise<string | null> {
  const response = await fetch(url, { method: 'HEAD' }).catch(() => undefined);
  if (!response) return 'Network error: Unable to connect to server';
  if (response.ok) return null;
  if (response.status === 402) return 'Payment required';
  return `Failed to download file. Download error: ${response.statusText || response.status}`;
}

/** Lets the browser download the file after checking that the server allows it. */
export function DownloadButton({ file }: { file: File }) {
  const [asking, setAsking] = useState(false);
  const url = `/api/files/download/${file.id}`;

  async function start(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setAsking(true);
    const refusal = await refusalOf(url);
    setAsking(false);
    if (refusal === null) window.location.assign(url);
    else toast.error('Error', refusal);
  }

  return (
    <Button
      component="a"
      href={url}
      download
      size="xs"
      flex="none"
      miw={{ sm: DOWNLOAD_WIDTH }}
      variant="default"
      loading={asking}
      onClick={(event: MouseEvent) => void start(event)}
      aria-label={`Download ${file.fileName}`}
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      Download
    </Button>
  );
}
