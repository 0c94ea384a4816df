import { IconScale } from '@tabler/icons-react';
import { player } from './player';
import { ToolButton } from './tool-button';
import { usePlayer } from './use-player';

/** Plays all versions as loud as the quietest. */
export function MatchButton() {
  const { matched } = usePlayer();
  return (
    <ToolButton
      label="Match Loudness"
      short="Match"
      tip="Turns the louder versions down to the quietest, by integrated loudness (L)"
      icon={<IconScale size={16} aria-hidden />}
      variant={matched ? 'light' : 'default'}
      pressed={matched}
      onClick={player.toggleMatched}
    />
  );
}
