import { ActionIcon, Box, Group, Slider, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { dataOf, filesListOptions } from '../../api';
import { formatSeconds } from '../../lib/format';
import { toast } from '../../ui/toast';
import { PlayButton } from './play-button';
import { type Piece, player } from './player';
import { QualitySwitch } from './quality-switch';
import { usePlayer, usePosition } from './use-player';

/** In pixels; 0 while nothing is loaded. */
export const useMiniPlayerHeight = (): number => (usePlayer().piece ? 56 : 0);

const pageOf = ({ id, projectId }: Piece) => `/app/projects/${projectId}/tracks/${id}`;

/** Player bar at the bottom of every page while a file is loaded. */
export function MiniPlayer() {
  const { piece } = usePlayer();
  return piece && <Loaded piece={piece} />;
}

function Loaded({ piece }: { piece: Piece }) {
  const { playing, waiting, stalled, blind } = usePlayer();
  const seconds = usePosition();
  useNews(piece);
  const length = piece.analysis.durationS ?? 0;
  const name = blind ? 'Blind comparison' : (piece.track_title ?? piece.fileName);
  return (
    <Group h={56} px="md" gap="sm" wrap="nowrap" role="region" aria-label="Player">
      <PlayButton playing={playing} waiting={waiting} onClick={player.toggle} />
      <Box component={Link} to={pageOf(piece)} c="inherit" td="none" miw={0} flex={{ base: 1, sm: '0 1 260px' }}>
        <Text size="sm" fw={500} truncate>
          {name}
        </Text>
        {piece.track_title !== null && !blind && !stalled && (
          <Text size="xs" c="dimmed" truncate>
            {piece.fileName}
          </Text>
        )}
        <Text size="xs" lineClamp={2} role="status" style={{ overflowWrap: 'anywhere' }}>
          {stalled && 'No connection. Plays on when it is back.'}
        </Text>
      </Box>
      <Slider
        flex={1}
        miw={60}
        size="sm"
        max={Math.max(1, Math.floor(length))}
        value={seconds}
        onChange={(value) => player.seek(value)}
        label={formatSeconds}
        thumbLabel="Position"
      />
      <Text size="xs" c="dimmed" flex="none" style={{ whiteSpace: 'nowrap' }}>
        {formatSeconds(seconds)} / {formatSeconds(length)}
      </Text>
      {!blind && <QualitySwitch piece={piece} compact />}
      <Tooltip label="Close the player">
        <ActionIcon aria-label="Close the player" onClick={player.stop}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** Passes file changes to the player, and stops it if the loaded file is deleted. */
function useNews({ id, projectId, fileName }: Piece): void {
  const { data: files } = useQuery({ ...filesListOptions({ path: { projectId } }), select: dataOf });
  const gone = files !== undefined && !files.some((file) => file.id === id);
  useEffect(() => {
    if (files) player.know(files);
  }, [files]);
  useEffect(() => {
    if (!gone) return;
    player.stop();
    toast.info('No longer there', `${fileName} has been deleted.`);
  }, [gone, fileName]);
}
