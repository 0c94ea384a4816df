import { ActionIcon, TextInput, Title, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';

/** A track's title that can be changed in place. An empty one is not saved. */
export function TitleField({ title, onRename }: { title: string; onRename: (title: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null) {
    const save = () => {
      if (draft.trim()) onRename(draft.trim());
      setDraft(null);
    };
    return (
      <TextInput
        flex={1}
        maw={420}
        size="sm"
        autoFocus
        maxLength={200}
        aria-label={`Title of ${title}`}
        value={draft}
        onChange={({ currentTarget: { value } }) => setDraft(value)}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save();
          if (key === 'Escape') setDraft(null);
        }}
      />
    );
  }
  return (
    <>
      <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      <Tooltip label="Rename">
        <ActionIcon aria-label={`Rename ${title}`} onClick={() => setDraft(title)}>
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
