import { Stack, Title } from '@mantine/core';
import { ThreadView } from './thread-view';
import { quoteThreads } from './threads';
import { useComments } from './use-comments';

/** The questions about a project's quotes with their answers, newest first; nothing if there are none. */
export function QuoteQuestions({ projectId }: { projectId: string }) {
  const { data: comments } = useComments(projectId);
  const threads = quoteThreads(comments ?? []);
  if (threads.length === 0) return null;
  return (
    <Stack component="section" gap="md" maw={760} aria-labelledby="questions">
      <Title order={2} id="questions">
        Questions
      </Title>
      <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
        {threads.map((thread) => (
          <li key={thread.first.id}>
            <ThreadView thread={thread} fileId="" />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
