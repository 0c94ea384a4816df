import { ActionIcon, Box, Button, Loader, Tooltip, useMantineTheme } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
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
  const { primaryColor } = useMantineTheme();
  const offer = offerOf(piece);
  const width = compact ? WIDTH.compact : WIDTH.regular;
  // The bar of a phone has no room to keep.
  if (!offer)
    return versions.some(offerOf) ? <Box w={width} visibleFrom={compact ? 'sm' : undefined} flex="none" /> : null;
  const isFull = player.qualityOf(piece) === offer;
  const isMade = pending && piece.lossless?.state === 'making' && offer === 'lossless';
  const name = offer === 'original' ? 'Original' : 'Lossless';
  const common = {
    'aria-pressed': isFull,
    'aria-busy': pending,
    variant: isFull ? 'light' : 'default',
    onClick: player.toggleQuality,
  };
  const icon = pending ? <Loader size={14} aria-hidden /> : <IconHeadphones size={16} aria-hidden />;
  const tip = tipOf(textOf(piece, offer), { isFull, isMade });
  return (
    <>
      <Tooltip label={tip}>
        <Button
          {...common}
          size={compact ? 'xs' : undefined}
          leftSection={icon}
          visibleFrom={compact ? 'sm' : undefined}
          miw={width}
          px="xs"
          flex="none"
        >
          {isMade ? `Making ${name}…` : name}
        </Button>
      </Tooltip>
      {compact && (
        <Tooltip label={tip}>
          <ActionIcon {...common} color={isFull ? primaryColor : 'gray'} size="lg" hiddenFrom="sm" aria-label={name}>
            {icon}
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}

function tipOf(what: string, { isFull, isMade }: { isFull: boolean; isMade: boolean }): string {
  if (isMade) return `Makes ${what}; you hear the preview until then`;
  return isFull ? `You hear ${what}` : `Hear ${what} instead of the preview`;
}
