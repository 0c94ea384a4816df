import { Anchor, Text, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import type { Comment } from '../../api';
import { formatDateTime } from '../../lib/format/format';
import { trackUrl } from '../../lib/navigation/track-url';
import { cutAtMoments } from './moments';

/** Text of a comment; times in it are links to that position. */
export function CommentText({ comment }: { comment: Comment }) {
  const { projectId, fileId, updatedAt, createdAt } = comment;
  if (comment.deleted) {
    return (
      <Text size="sm" c="dimmed" fs="italic">
        This comment was deleted.
      </Text>
    );
  }
  return (
    <Text size="sm" flex={1} miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {cutAtMoments(comment.comment).map((piece, index) =>
        typeof piece === 'string' || fileId === null ? (
          typeof piece === 'string' ? (
            piece
          ) : (
            piece.text
          )
        ) : (
          <Anchor
            key={index}
            size="sm"
            underline="always"
            component={Link}
            to={trackUrl(projectId, fileId, piece.seconds)}
          >
            {piece.text}
          </Anchor>
        ),
      )}
      {updatedAt !== createdAt && (
        <Tooltip label={formatDateTime(updatedAt)}>
          <Text span size="xs" c="dimmed">
            {' '}
            (edited)
          </Text>
        </Tooltip>
      )}
    </Text>
  );
}
