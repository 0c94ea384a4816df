import { IconScale } from '@tabler/icons-react';
import { player } from './player';
import { ToolButton } from './tool-button';
import { usePlayer } from './use-player';

/** Plays the versions that are compared as loud as the quietest of them. */
export function MatchButton() {
  const { matched } = usePlayer();
  return (
    <ToolButton
      label="Match Loudness"
      short="Match"
      tip="Turns louder versions down to the quietest one heard, by integrated loudness (L)"
      icon={<IconScale size={16} aria-hidden />}
      variant={matched ? 'light' : 'default'}
      pressed={matched}
      onClick={player.toggleMatched}
    />
  );
}
