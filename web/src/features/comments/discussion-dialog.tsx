import { Modal, Stack } from '@mantine/core';
import { formatSeconds } from '../../lib/format/format';
import { ThreadView } from './thread-view';
import type { Thread } from './threads';

interface DiscussionDialogProps {
  /** The threads of one mark, by position; empty when it is closed. */
  threads: Thread[];
  fileId: string;
  onClose: () => void;
}

/** The discussion at one position with the reply editor open, or those that share a mark. */
export function DiscussionDialog({ threads, fileId, onClose }: DiscussionDialogProps) {
  const [from, to] = [threads[0], threads.at(-1)].map((thread) => formatSeconds(thread?.first.timestampSeconds ?? 0));
  return (
    <Modal
      opened={threads.length > 0}
      onClose={onClose}
      title={from === to ? `Discussion at ${from}` : `Discussion from ${from} to ${to}`}
      size="lg"
    >
      <Stack gap="lg">
        {threads.map((thread) => (
          <ThreadView key={thread.first.id} thread={thread} fileId={fileId} answering={threads.length === 1} />
        ))}
      </Stack>
    </Modal>
  );
}
