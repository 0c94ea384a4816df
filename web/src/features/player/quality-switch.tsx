import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core';
import { IconFileMusic } from '@tabler/icons-react';
import { type Piece, player } from './player';
import { offerOf, textOf } from './quality';
import { usePlayer } from './use-player';

interface QualitySwitchProps {
  piece: Piece;
  /** As the bar at the foot of every page has room for it. */
  compact?: boolean;
}

/** Changes between the preview and more than that at the same place, for those who may hear it. */
export function QualitySwitch({ piece, compact }: QualitySwitchProps) {
  const { pending } = usePlayer();
  const offer = offerOf(piece);
  if (!offer) return null;
  const isFull = player.qualityOf(piece) === offer;
  const isMade = pending && piece.lossless?.state === 'making' && offer === 'lossless';
  const name = offer === 'original' ? 'Original' : 'Lossless';
  const common = {
    'aria-label': name,
    'aria-pressed': isFull,
    'aria-busy': pending,
    variant: isFull ? 'light' : 'default',
    onClick: () => void player.hear(!isFull && !pending),
  };
  const icon = pending ? <Loader size={14} aria-hidden /> : <IconFileMusic size={16} aria-hidden />;
  return (
    <Tooltip label={tipOf(textOf(piece, offer), { isFull, isMade })}>
      {compact ? (
        <ActionIcon {...common} size="lg">
          {icon}
        </ActionIcon>
      ) : (
        <Button {...common} leftSection={icon}>
          {isMade ? `Making ${name}…` : name}
        </Button>
      )}
    </Tooltip>
  );
}

function tipOf(what: string, { isFull, isMade }: { isFull: boolean; isMade: boolean }): string {
  if (isMade) return `Makes ${what}; you hear the preview until then`;
  return isFull ? `You hear ${what}` : `Hear ${what} instead of the preview`;
}
