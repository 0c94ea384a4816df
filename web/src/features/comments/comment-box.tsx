import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { sendOnEnter } from './send-on-enter';

interface CommentBoxProps {
  label: string;
  placeholder?: string;
  initial?: string;
  action: string;
  /** What its writer must know before it is saved. */
  notice?: string | false;
  saving: boolean;
  onSave: (text: string) => void;
  onEnd: () => void;
}

/** A comment being written in place: Enter saves, Escape cancels, and so does an empty text. */
export function CommentBox({
  label,
  placeholder,
  initial = '',
  action,
  notice,
  saving,
  onSave,
  onEnd,
}: CommentBoxProps) {
  const [text, setText] = useState(initial);
  function save() {
    const trimmed = text.trim();
    if (trimmed === '' || trimmed === initial) onEnd();
    else if (!saving) onSave(trimmed);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap={6}>
        <Textarea
          aria-label={label}
          placeholder={placeholder}
          data-autofocus
          autoFocus
          autosize
          maxRows={12}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
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
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
