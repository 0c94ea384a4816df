import { ActionIcon, Badge, Box, Button, Group, Skeleton, Stack, Text, Textarea, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconMusic, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Comment } from '../../api';
import { formatDateTime, formatSeconds } from '../../lib/format';
import { FileName } from '../../ui/file-name';
import { useDeleteComment, useUpdateComment } from './mutations';
import { sendOnEnter } from './send-on-enter';
import { useComments } from './use-comments';

interface ProjectCommentProps {
  projectId: string;
  commentId: string;
  /** Shown when the comment itself is not there. */
  fallback: string;
}

/** What a comment says, and about what; its author changes and deletes it in place. */
export function ProjectComment({ projectId, commentId, fallback }: ProjectCommentProps) {
  const { data: comments, isPending } = useComments(projectId);
  const comment = comments?.find(({ id }) => id === commentId);
  const [mode, setMode] = useState<'reading' | 'editing' | 'edited'>('reading');
  if (isPending) return <Skeleton h={20} w="60%" />;
  if (!comment)
    return (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {fallback}
      </Text>
    );
  return (
    <Stack gap={4}>
      {comment.fileName !== null && <Place name={comment.fileName} seconds={comment.timestampSeconds} />}
      {mode === 'editing' ? (
        <Editor comment={comment} onEnd={() => setMode('edited')} />
      ) : (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Text size="sm" flex={1} miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {comment.comment}
            {comment.updatedAt !== comment.createdAt && (
              <Tooltip label={formatDateTime(comment.updatedAt)}>
                <Text span size="xs" c="dimmed">
                  {' '}
                  (edited)
                </Text>
              </Tooltip>
            )}
          </Text>
          <Actions comment={comment} refocus={mode === 'edited'} onEdit={() => setMode('editing')} />
        </Group>
      )}
    </Stack>
  );
}

function Place({ name, seconds }: { name: string; seconds: number | null }) {
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <IconMusic size={14} aria-hidden style={{ flex: 'none' }} />
      <FileName name={name} size="xs" />
      {seconds !== null && (
        <Badge size="sm" color="gray" flex="none">
          {formatSeconds(seconds)}
        </Badge>
      )}
    </Group>
  );
}

interface ActionsProps {
  comment: Comment;
  /** Whether the focus comes back from the editor. */
  refocus: boolean;
  onEdit: () => void;
}

function Actions({ comment: { id, projectId, can }, refocus, onEdit }: ActionsProps) {
  const remove = useDeleteComment(projectId);
  const confirmDelete = () =>
    modals.openConfirmModal({
      title: 'Delete comment',
      children: 'Are you sure you want to delete this comment?',
      labels: { confirm: 'Delete comment', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ path: { id } }),
    });
  return (
    <Group gap={4} wrap="nowrap" className="row-actions" flex="none">
      {can.update && (
        <Tooltip label="Edit comment">
          <ActionIcon size="sm" aria-label="Edit comment" autoFocus={refocus} onClick={onEdit}>
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {can.delete && (
        <Tooltip label="Delete comment">
          <ActionIcon size="sm" aria-label="Delete comment" loading={remove.isPending} onClick={confirmDelete}>
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}

/** Enter saves, Escape cancels, and so does an empty text. */
function Editor({ comment: { id, projectId, comment }, onEnd }: { comment: Comment; onEnd: () => void }) {
  const [text, setText] = useState(comment);
  const update = useUpdateComment(projectId);
  function save() {
    const trimmed = text.trim();
    if (trimmed === '' || trimmed === comment) onEnd();
    else if (!update.isPending) update.mutate({ path: { id }, body: { comment: trimmed } }, { onSuccess: onEnd });
  }
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap={6}>
        <Textarea
          aria-label="Comment"
          autoFocus
          autosize
          maxRows={12}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onEnd();
            else sendOnEnter(event);
          }}
        />
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={update.isPending}>
            Save
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}
