import { IconRepeat } from '@tabler/icons-react';
import { formatSeconds } from '../../lib/format/format';
import { player } from './player';
import { ToolButton } from './tool-button';
import { usePlayer } from './use-player';

/** Repeats a passage between two positions: the first click sets its start, the second its end, the third ends it. */
export function RepeatButton({ disabled }: { disabled?: boolean }) {
  const { repeat } = usePlayer();
  const isOpen = repeat !== null && repeat.to === null;
  const tip = repeat
    ? isOpen
      ? 'Click again where the passage ends (R)'
      : 'Continue after the passage (R)'
    : 'Repeat a passage: click where it starts (R), or drag in the waveform';
  const passage = repeat && `${formatSeconds(repeat.from)} – ${repeat.to === null ? '…' : formatSeconds(repeat.to)}`;
  return (
    <ToolButton
      label={passage ?? 'Repeat A–B'}
      short={passage ?? 'Repeat'}
      tip={tip}
      icon={!passage && <IconRepeat size={16} aria-hidden />}
      shortcut="r"
      disabled={disabled}
      variant={repeat ? 'light' : 'default'}
      pressed={repeat !== null && !isOpen}
      onClick={(event) => {
        if (event.detail > 0) event.currentTarget.blur();
        player.stepRepeat();
      }}
    />
  );
}
