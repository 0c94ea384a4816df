import { Alert, Box, type MantineSpacing, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataOf, ddpListOptions, type MadeCopy, sidesListOptions } from '../../api';
import { formatDateTime } from '../../lib/format/format';

/** Lists of what has been made for plants, with every download. */
export function useCopies(projectId: string, enabled = true) {
  const discs = useQuery({ ...ddpListOptions({ path: { id: projectId } }), select: dataOf, enabled });
  const sides = useQuery({ ...sidesListOptions({ path: { id: projectId } }), select: dataOf, enabled });
  return { discs: discs.data, sides: sides.data, isLoading: discs.isLoading || sides.isLoading };
}

/** Downloads from before the last change of the album, which must not go to a plant. */
export function OutdatedCopies({ projectId, mb }: { projectId: string; mb?: MantineSpacing }) {
  const { discs, sides } = useCopies(projectId);
  const all = [...(discs?.copies ?? []), ...(sides?.copies ?? [])].filter(({ isOutdated }) => isOutdated);
  if (all.length === 0) return null;
  const hasDiscs = (discs?.discs.length ?? 0) > 1;
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title="Out of date since the album has changed"
      mb={mb}
    >
      <Box component="ul" m={0} mb={6} pl="md" aria-label="Out of date">
        {all.map((copy) => (
          <Text key={`${copy.kind} ${copy.part}`} component="li" size="sm">
            {nameOf(copy, hasDiscs)}, downloaded by {copy.by}, {formatDateTime(copy.madeAt)}
          </Text>
        ))}
      </Box>
      <Text size="sm">Send a plant only the current version, and replace what it already has.</Text>
    </Alert>
  );
}

const NAMES: Record<MadeCopy['kind'], string> = {
  ddp: 'DDP',
  pdf: 'PQ sheet (PDF)',
  csv: 'PQ sheet (CSV)',
  cue: 'Cue sheet',
  wav: 'WAV',
  text: 'Order text',
  side: 'WAV',
  side_cue: 'Cue sheet',
};

function nameOf({ kind, part }: MadeCopy, hasDiscs: boolean): string {
  if (kind === 'side' || kind === 'side_cue') return `${NAMES[kind]} of side ${part}`;
  return hasDiscs || part !== '1' ? `${NAMES[kind]} of disc ${part}` : NAMES[kind];
}
