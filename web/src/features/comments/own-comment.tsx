import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '../../api';
import { commentKeys } from '../../api/keys';
import { useDraft } from '../../lib/forms/use-draft';
import { type BoxDraft, CommentBox } from './comment-box';
import { CommentText } from './comment-text';
import { useDeleteComment, useUpdateComment } from './mutations';

/** Text of a comment, which its author can edit and delete in place. */
export function OwnComment({ comment }: { comment: Comment }) {
  const place = `edit ${comment.id}`;
  const draft = useDraft<BoxDraft>(place);
  const [kept] = useState(draft.read);
  const [mode, setMode] = useState<'reading' | 'editing' | 'resumed' | 'edited'>(
    kept && comment.can.update ? 'resumed' : 'reading',
  );
  /** When the edited text was last changed. */
  const [begunAt, setBegunAt] = useState(kept?.begunAt ?? comment.updatedAt);
  const update = useUpdateComment(comment.projectId);
  const client = useQueryClient();
  const end = () => setMode('edited');
  const { updatedAt } = comment;
  function edit() {
    setBegunAt(draft.read()?.begunAt ?? updatedAt);
    setMode('editing');
  }
  function save(text: string) {
    const reload = () =>
      commentKeys(comment.projectId).forEach((queryKey) => void client.invalidateQueries({ queryKey }));
    return update.mutateAsync({ path: { id: comment.id }, body: { comment: text, updatedAt } }, { onError: reload });
  }
  if (mode === 'editing' || mode === 'resumed') {
    return (
      <CommentBox
        projectId={comment.projectId}
        place={place}
        begunAt={begunAt}
        label="Comment"
        initial={comment.comment}
        action="Save"
        saving={update.isPending}
        focused={mode === 'editing'}
        notice={
          !update.isPending &&
          updatedAt !== begunAt &&
          `Changed in another window meanwhile, to “${comment.comment}”. Save replaces that.`
        }
        onSave={save}
        onEnd={end}
      />
    );
  }
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <CommentText comment={comment} />
      <Actions comment={comment} refocus={mode === 'edited'} onEdit={edit} />
    </Group>
  );
}

interface ActionsProps {
  comment: Comment;
  /** Whether to focus the button again after editing. */
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
