import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ExportMenu } from './export-menu';
import { ThreadView } from './thread-view';
import { isShown, type Thread, type ThreadFilter } from './threads';

interface ThreadListProps {
  projectId: string;
  fileId: string;
  threads: Thread[];
  /** Form for a new comment. */
  children: ReactNode;
}

/** The comments on a version, by position. */
export function ThreadList({ projectId, fileId, threads, children }: ThreadListProps) {
  const [shown, setShown] = useState<ThreadFilter>('open');
  const count = (which: ThreadFilter) => threads.filter((thread) => isShown(thread, which)).length;
  const list = threads.filter((thread) => isShown(thread, shown));
  return (
    <Stack component="section" gap="md" aria-label="Comments">
      <Group justify="space-between" gap="xs">
        <Title order={2}>Comments</Title>
        {threads.length > 0 && (
          <Group gap="xs">
            <ExportMenu projectId={projectId} fileId={fileId} />
            <SegmentedControl
              size="xs"
              aria-label="Which comments"
              value={shown}
              onChange={(value) => setShown(value)}
              data={[
                { value: 'open', label: `Open ${count('open')}` },
                { value: 'resolved', label: `Resolved ${count('resolved')}` },
                { value: 'all', label: 'All' },
              ]}
            />
          </Group>
        )}
      </Group>
      {children}
      {list.length === 0 ? (
        <Text size="sm" c="dimmed">
          {threads.length === 0 ? 'No comments yet. Start the conversation!' : `No ${shown} comments.`}
        </Text>
      ) : (
        <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
          {list.map((thread) => (
            <li key={thread.first.id}>
              <ThreadView thread={thread} fileId={fileId} />
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
