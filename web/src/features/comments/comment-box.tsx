import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useDraft } from '../../lib/forms/use-draft';
import { MentionTextarea } from './mention-textarea';
import { sendOnEnter } from './send-on-enter';

export type BoxDraft = {
  text: string;
  /** When the replaced text was last changed; null for a new comment. */
  begunAt: string | null;
};

interface CommentBoxProps {
  projectId: string;
  /** Key of the draft. */
  place: string;
  begunAt?: string;
  label: string;
  placeholder?: string;
  initial?: string;
  action: string;
  /** A note for the author, shown before saving. */
  notice?: string | false;
  saving: boolean;
  /** Whether to focus the box. */
  focused: boolean;
  /** Resolves when the text is saved. */
  onSave: (text: string) => Promise<unknown>;
  onEnd: () => void;
}

/**
 * A comment editor in place. Enter saves; Escape closes the editor and keeps the draft; Cancel and saving an empty text
 * discard it.
 */
export function CommentBox({
  projectId,
  place,
  begunAt,
  label,
  placeholder,
  initial = '',
  action,
  notice,
  saving,
  focused,
  onSave,
  onEnd,
}: CommentBoxProps) {
  const draft = useDraft<BoxDraft>(place);
  const [text, setText] = useState(() => draft.read()?.text ?? initial);
  function change(next: string) {
    setText(next);
    if (next.trim() === '' || next === initial) draft.drop();
    else draft.keep({ text: next, begunAt: begunAt ?? null });
  }
  function discard() {
    draft.drop();
    onEnd();
  }
  function save() {
    const trimmed = text.trim();
    if (trimmed === '' || trimmed === initial) discard();
    // A failure shows its own toast, and the text stays.
    else if (!saving) void onSave(trimmed).then(discard, () => undefined);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap={6}>
        <MentionTextarea
          projectId={projectId}
          aria-label={label}
          placeholder={placeholder}
          data-autofocus={focused || undefined}
          autoFocus={focused}
          // Escape closes only the editor, not the dialog around it.
          data-mantine-stop-propagation
          autosize
          maxRows={12}
          maxLength={10_000}
          value={text}
          onText={change}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              onEnd();
            } else sendOnEnter(event);
          }}
        />
        {notice && (
          <Text size="xs" role="alert" c="yellow" style={{ overflowWrap: 'anywhere' }}>
            {notice}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={saving}>
            {action}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={discard}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
