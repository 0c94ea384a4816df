import { Modal } from '@mantine/core';
import { formatSeconds } from '../../lib/format/format';
import { ThreadView } from './thread-view';
import type { Thread } from './threads';

interface DiscussionDialogProps {
  /** Null when it is closed. */
  thread: Thread | null;
  fileId: string;
  onClose: () => void;
}

/** The discussion at one position, with the reply editor open. */
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
