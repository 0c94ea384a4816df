import { Box, Button, Loader, Tooltip } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
import { useWiderThan } from '../../ui/use-wider-than';
import { player } from './player';
import type { Piece } from './player-state';
import { offerOf, textOf } from './quality';
import { usePlayer } from './use-player';

interface QualitySwitchProps {
  piece: Piece;
  /** Versions that can be switched to: the place is kept if one of them has full quality, so that nothing moves. */
  versions: Piece[];
  /** Compact form for the player bar. */
  compact?: boolean;
}

/** Width of the button in pixels, whatever it is called. */
const WIDTH = { regular: 116, compact: 100 };

/** Switches between preview and full quality at the same position, for people who may hear it. */
export function QualitySwitch({ piece, versions, compact }: QualitySwitchProps) {
  const { pending } = usePlayer();
  const offer = offerOf(piece);
  const wide = useWiderThan('sm');
  // On a phone it shares a row with the other tools.
  const isTool = !wide && !compact;
  const place = isTool ? { miw: 0, flex: '1 1 0' } : { miw: compact ? WIDTH.compact : WIDTH.regular, flex: 'none' };
  if (!offer) return versions.some(offerOf) ? <Box {...place} /> : null;
  const isFull = player.qualityOf(piece) === offer;
  const isMade = pending && piece.lossless?.state === 'making' && offer === 'lossless';
  const name = offer === 'original' ? 'Original' : 'Lossless';
  return (
    <Tooltip label={tipOf(textOf(piece, offer), { isFull, isMade })}>
      <Button
        {...place}
        variant={isFull ? 'light' : 'default'}
        size={compact ? 'xs' : undefined}
        px={isTool ? 4 : 'xs'}
        aria-pressed={isFull}
        aria-busy={pending}
        leftSection={pending ? <Loader size={14} aria-hidden /> : !isTool && <IconHeadphones size={16} aria-hidden />}
        onClick={player.toggleQuality}
      >
        {isMade && !isTool ? `Making ${name}…` : name}
      </Button>
    </Tooltip>
  );
}

function tipOf(what: string, { isFull, isMade }: { isFull: boolean; isMade: boolean }): string {
  if (isMade) return `Makes ${what}; you hear the preview until then`;
  return isFull ? `You hear ${what}` : `Hear ${what} instead of the preview`;
}
