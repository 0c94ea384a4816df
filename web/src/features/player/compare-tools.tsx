import { IconEyeOff } from '@tabler/icons-react';
import { MatchButton } from './match-button';
import { ToolButton } from './tool-button';

/** For a track with several versions: loudness matching and the blind comparison. */
export function CompareTools({ onBlind }: { onBlind: () => void }) {
  return (
    <>
      <MatchButton />
      <ToolButton
        label="Blind A/B"
        short="Blind A/B"
        tip="Hear two versions without knowing which is which (B)"
        icon={<IconEyeOff size={16} aria-hidden />}
        onClick={onBlind}
      />
    </>
  );
}
