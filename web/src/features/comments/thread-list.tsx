import { Box, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Comment } from '../../api';
import { ExportMenu } from './export-menu';
import { ThreadView } from './thread-view';
import { isShown, type Thread, type ThreadFilter } from './threads';

/** Height of the player's bar, which may come after a comment was scrolled into view. */
const LATER_BAR = 64;

interface ThreadListProps {
  projectId: string;
  fileId: string;
  threads: Thread[];
  /** Whether it is a column that scrolls by itself. */
  isColumn: boolean;
  /** Position in seconds whose comment a column shows; null for none. */
  moment: number | null;
  /** Form for a new comment. */
  children: ReactNode;
}

/** The comments on a version, by position. */
export function ThreadList({ projectId, fileId, threads, isColumn, moment, children }: ThreadListProps) {
  const [shown, setShown] = useState<ThreadFilter>('open');
  const count = (which: ThreadFilter) => threads.filter((thread) => isShown(thread, which)).length;
  const list = threads.filter((thread) => isShown(thread, shown));
  const named = useRef<HTMLLIElement>(null);
  const namedId = moment === null ? undefined : list.find(({ first }) => isAt(first, moment))?.first.id;
  useEffect(() => {
    if (isColumn && namedId) named.current?.scrollIntoView({ block: 'nearest' });
  }, [isColumn, namedId]);
  return (
    <Stack component="section" gap="md" aria-label="Comments" mih={0}>
      <Group gap="xs" flex="none">
        <Title order={2} mr="auto">
          Comments
        </Title>
        {threads.length > 0 && (
          <>
            <ExportMenu projectId={projectId} fileId={fileId} />
            <SegmentedControl
              size="xs"
              w={isColumn ? '100%' : undefined}
              aria-label="Which comments"
              value={shown}
              onChange={(value) => setShown(value)}
              data={[
                { value: 'open', label: `Open ${count('open')}` },
                { value: 'resolved', label: `Resolved ${count('resolved')}` },
                { value: 'all', label: 'All' },
              ]}
            />
          </>
        )}
      </Group>
      {children}
      {list.length === 0 ? (
        <Text size="sm" c="dimmed">
          {threads.length === 0 ? 'No comments yet. Start the conversation!' : `No ${shown} comments.`}
        </Text>
      ) : (
        <Box mih={0} pr={isColumn ? 'xs' : undefined} style={isColumn ? { overflowY: 'auto' } : undefined}>
          <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
            {list.map((thread) => (
              <li
                key={thread.first.id}
                ref={thread.first.id === namedId ? named : undefined}
                style={{ scrollMarginBottom: LATER_BAR }}
              >
                <ThreadView thread={thread} fileId={fileId} />
              </li>
            ))}
          </Stack>
        </Box>
      )}
    </Stack>
  );
}

/** Whether a link to this position, which names whole seconds, means the comment. */
const isAt = ({ timestampSeconds }: Comment, moment: number): boolean =>
  timestampSeconds !== null && Math.floor(timestampSeconds) === moment;
