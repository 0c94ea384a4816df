import { ActionIcon, Avatar, Badge, Box, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCircleCheck, IconCircleCheckFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Comment } from '../../api';
import { formatAge, formatDateTime } from '../../lib/format/format';
import { useDraft } from '../../lib/forms/use-draft';
import { trackUrl } from '../../lib/navigation/track-url';
import { type BoxDraft, CommentBox } from './comment-box';
import { useAddComment, useResolveComment } from './mutations';
import { OwnComment } from './own-comment';
import { placeText } from './places';
import type { Thread } from './threads';

interface ThreadViewProps {
  thread: Thread;
  /** The version that the thread is shown with; its positions link there. */
  fileId: string;
  /** Opens with the reply editor. */
  answering?: boolean;
}

/** A comment with its replies, and actions to reply, resolve and reopen. */
export function ThreadView({ thread: { first, replies, carriedFrom }, fileId, answering = false }: ThreadViewProps) {
  const place = `reply ${first.id}`;
  const draft = useDraft<BoxDraft>(place);
  const [writing, setWriting] = useState<'not' | 'begun' | 'resumed'>(() => {
    if (answering) return 'begun';
    return draft.read() ? 'resumed' : 'not';
  });
  const add = useAddComment(first.projectId);
  const resolve = useResolveComment(first.projectId);
  const resolved = first.resolvedAt !== null;
  const Check = resolved ? IconCircleCheckFilled : IconCircleCheck;
  const change = resolved ? 'Reopen' : 'Resolve';
  return (
    <Stack gap="xs" opacity={resolved && !answering ? 0.75 : 1}>
      <Entry
        comment={first}
        action={
          first.can.resolve && (
            <Tooltip label={resolved ? `Resolved by ${first.resolvedBy ?? ''}. Reopen` : 'Resolve'}>
              <ActionIcon
                size="sm"
                color={resolved ? 'green' : 'gray'}
                aria-label={change}
                loading={resolve.isPending}
                onClick={() => resolve.mutate({ path: { id: first.id }, body: { resolved: !resolved } })}
              >
                <Check size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )
        }
      >
        {first.timestampSeconds !== null && (
          <Badge
            component={Link}
            to={trackUrl(first.projectId, fileId, first.timestampSeconds)}
            style={{ cursor: 'pointer' }}
            flex="none"
          >
            {placeText(first)}
          </Badge>
        )}
        {carriedFrom !== null && (
          <Tooltip label={`Written on ${carriedFrom}`}>
            <Badge color="gray" maw="100%">
              from {carriedFrom}
            </Badge>
          </Tooltip>
        )}
      </Entry>
      {replies.length > 0 && (
        <Stack component="ul" gap="xs" m={0} p={0} pl={36} style={{ listStyle: 'none' }}>
          {replies.map((answer) => (
            <li key={answer.id}>
              <Entry comment={answer} />
            </li>
          ))}
        </Stack>
      )}
      <Box pl={36}>
        {writing !== 'not' ? (
          <CommentBox
            projectId={first.projectId}
            place={place}
            label="Reply"
            placeholder="Write a reply"
            action="Reply"
            saving={add.isPending}
            focused={writing === 'begun'}
            onSave={(comment) => add.mutateAsync({ body: { projectId: first.projectId, parentId: first.id, comment } })}
            onEnd={() => setWriting('not')}
          />
        ) : (
          first.can.resolve && (
            <Button size="compact-xs" variant="subtle" color="gray" ml={-8} onClick={() => setWriting('begun')}>
              {draft.read() ? 'Continue reply' : 'Reply'}
            </Button>
          )
        )}
      </Box>
    </Stack>
  );
}

interface EntryProps {
  comment: Comment;
  /** Facts beside author and date. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Author, date and text of a comment. */
function Entry({ comment, children, action }: EntryProps) {
  const { userName, userRole, guest, createdAt } = comment;
  // The role is that of whoever made the guest's link.
  const color = guest ? 'gray' : userRole === 'engineer' ? 'blue' : 'green';
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Avatar size={28} radius="xl" color={color} name={userName} aria-hidden />
      <Stack gap={2} miw={0} flex={1}>
        <Group gap="2px 6px">
          <Text size="sm" fw={500} truncate maw="100%">
            {userName}
            {guest && ' (guest)'}
          </Text>
          <Tooltip label={formatDateTime(createdAt)}>
            <Text size="xs" c="dimmed" component="time" dateTime={createdAt} style={{ whiteSpace: 'nowrap' }}>
              {formatAge(createdAt)}
            </Text>
          </Tooltip>
          {children}
        </Group>
        <OwnComment comment={comment} />
      </Stack>
      {action}
    </Group>
  );
}
