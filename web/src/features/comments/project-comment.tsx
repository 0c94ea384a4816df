import { Anchor, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconMusic } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Comment } from '../../api';
import { formatSeconds } from '../../lib/format/format';
import { trackUrl } from '../../lib/navigation/track-url';
import { FileName } from '../../ui/file-name';
import { OwnComment } from './own-comment';
import { useComments } from './use-comments';

interface ProjectCommentProps {
  projectId: string;
  commentId: string;
  /** Shown if the comment does not exist. */
  fallback: string;
}

/** A comment with its subject, which its author can edit and delete in place. */
export function ProjectComment({ projectId, commentId, fallback }: ProjectCommentProps) {
  const { data: comments, isPending } = useComments(projectId);
  const comment = comments?.find(({ id }) => id === commentId);
  if (isPending) return <Skeleton h={20} w="60%" />;
  if (!comment)
    return (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {fallback}
      </Text>
    );
  return (
    <Stack gap={4}>
      {comment.guest && (
        <Text size="sm" fw={600}>
          {comment.userName}
        </Text>
      )}
      {comment.fileName !== null && <Place comment={comment} name={comment.fileName} />}
      {comment.quoteId !== null && (
        <Anchor component={Link} to="?tab=quote" size="xs" c="dimmed" underline="always">
          About the quote
        </Anchor>
      )}
      <OwnComment comment={comment} />
    </Stack>
  );
}

function Place({
  comment: { projectId, fileId, timestampSeconds: seconds },
  name,
}: {
  comment: Comment;
  name: string;
}) {
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <IconMusic size={14} aria-hidden style={{ flex: 'none' }} />
      <FileName name={name} size="xs" />
      {seconds !== null && fileId !== null && (
        <Badge
          size="sm"
          color="gray"
          flex="none"
          component={Link}
          to={trackUrl(projectId, fileId, seconds)}
          style={{ cursor: 'pointer' }}
        >
          {formatSeconds(seconds)}
        </Badge>
      )}
    </Group>
  );
}
