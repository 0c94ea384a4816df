import { Modal } from '@mantine/core';
import { formatSeconds } from '../../lib/format';
import { ThreadView } from './thread-view';
import type { Thread } from './threads';

interface DiscussionDialogProps {
  /** Null while it is closed. */
  thread: Thread | null;
  fileId: string;
  onClose: () => void;
}

/** What is said of one moment, with the box for an answer open. */
export function DiscussionDialog({ thread, fileId, onClose }: DiscussionDialogProps) {
  return (
    <Modal
      opened={thread !== null}
      onClose={onClose}
      title={`Discussion at ${formatSeconds(thread?.first.timestampSeconds ?? 0)}`}
      size="lg"
    >
      {thread && <ThreadView key={thread.first.id} thread={thread} fileId={fileId} answering />}
    </Modal>
  );
}
