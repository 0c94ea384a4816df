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
  disabled?: boolean;
}

/** In the player bar it has this width in pixels, whatever it is called; elsewhere it shares a row with other tools. */
const COMPACT_WIDTH = 100;

/** Switches between preview and full quality at the same position, for people who may hear it. */
export function QualitySwitch({ piece, versions, compact, disabled }: QualitySwitchProps) {
  const { pending } = usePlayer();
  const offer = offerOf(piece);
  const wide = useWiderThan('sm');
  const place = compact ? { miw: COMPACT_WIDTH, flex: 'none' } : { miw: 0, flex: '1 1 0' };
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
        px={wide ? 'xs' : 4}
        disabled={disabled}
        aria-pressed={isFull}
        aria-busy={pending}
        leftSection={pending ? <Loader size={14} aria-hidden /> : wide && <IconHeadphones size={16} aria-hidden />}
        onClick={player.toggleQuality}
      >
        {name}
      </Button>
    </Tooltip>
  );
}

function tipOf(what: string, { isFull, isMade }: { isFull: boolean; isMade: boolean }): string {
  if (isMade) return `Makes ${what}; you hear the preview until then`;
  return isFull ? `You hear ${what}` : `Hear ${what} instead of the preview`;
}
