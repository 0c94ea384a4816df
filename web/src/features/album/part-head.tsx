import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  CD_MOST_S,
  faultsOfDisc,
  fitOfSide,
  type VinylFormat,
  vinylFormats,
} from '../../../../services/album-times/limits.js';
import { type TimedTrack, totalOf } from '../../../../services/album-times/times.js';
import { formatSeconds } from '../../lib/format/format';
import { fits } from '../../ui/side-fit';

interface PartHeadProps {
  name: string;
  /** Null for a disc. */
  format: VinylFormat | null;
  tracks: TimedTrack[];
  handle?: ReactNode;
  /** Joins it with the part before; missing for the first. */
  onJoin?: () => void;
}

/** A disc or side with its time against its limit. */
export function PartHead({ name, format, tracks, handle, onJoin }: PartHeadProps) {
  const { seconds, isComplete } = totalOf(tracks);
  const faults = format ? [] : faultsOfDisc(tracks);
  const fit = format && fits[fitOfSide(seconds, format)];
  return (
    <Group gap="xs" wrap="nowrap" mih={40} align="center">
      {handle}
      <Text fw={600} size="sm" flex="none">
        {name}
      </Text>
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {isComplete ? '' : 'at least '}
        {formatSeconds(seconds)}
      </Text>
      {fit && (
        <Badge size="sm" color={fit.color} variant="light" flex="none">
          {fit.label}
        </Badge>
      )}
      <Text size="xs" c={faults.length > 0 ? 'red' : 'dimmed'} miw={0}>
        {format
          ? `Good up to ${formatSeconds(vinylFormats[format].goodS)}, at most ${formatSeconds(vinylFormats[format].mostS)}`
          : faults.length > 0
            ? faults.join('. ')
            : `A CD holds ${formatSeconds(CD_MOST_S)}`}
      </Text>
      {onJoin && (
        <Tooltip label="Join with the one before">
          <ActionIcon ml="auto" aria-label={`Join ${name} with the one before`} onClick={onJoin}>
            <IconArrowMerge size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
