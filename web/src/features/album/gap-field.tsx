import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { gapText, parseGap } from './gap-text';

interface GapFieldProps {
  title: string;
  /** Null for the studio's default. */
  frames: number | null;
  defaultFrames: number;
  onChange: (frames: number | null) => void;
}

/** The pause before a track as seconds and frames. Empty means the studio's default. */
export function GapField({ title, frames, defaultFrames, onChange }: GapFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const parsed = draft === null || draft.trim() === '' ? null : parseGap(draft);
  const isWrong = draft !== null && draft.trim() !== '' && parsed === null;
  function leave() {
    if (draft !== null && !isWrong) onChange(parsed);
    setDraft(null);
  }
  return (
    <TextInput
      size="xs"
      w={72}
      flex="none"
      aria-label={`Gap before ${title}, in seconds and frames`}
      title={
        isWrong ? 'Seconds and frames, such as 2:37. There are 75 frames in a second, and at most 10 minutes.' : ''
      }
      error={isWrong}
      placeholder={gapText(defaultFrames)}
      inputMode="text"
      maxLength={8}
      value={draft ?? (frames === null ? '' : gapText(frames))}
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      onChange={({ currentTarget: { value } }) => setDraft(value)}
      onBlur={leave}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur();
        if (key === 'Escape') setDraft(null);
      }}
    />
  );
}
