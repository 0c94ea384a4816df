import { ActionIcon, Box, Group, Slider, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerSkipBack, IconPlayerSkipForward, IconRepeat, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { dataOf, filesListOptions, projectsGetOptions } from '../../api';
import { isNotFound } from '../../api/error';
import { formatSeconds } from '../../lib/format/format';
import { dialogOf } from '../../ui/dialog-of';
import type { Marker } from '../../ui/marker-groups';
import { toast } from '../../ui/toast';
import { useWiderThan } from '../../ui/use-wider-than';
import { CompareMenu } from './compare-menu';
import { useMediaSession } from './media-session';
import { PlayButton } from './play-button';
import { player } from './player';
import { type Piece, placeInQueue } from './player-state';
import { QualitySwitch } from './quality-switch';
import { useReportPlayed } from './report-played';
import { useBarKeys } from './use-bar-keys';
import { useNames } from './use-names';
import { usePlayer, usePosition } from './use-player';
import { VolumeButton } from './volume-button';

const LargePlayer = dialogOf(() => import('./large-player'));

const ROW = 56;
/** On a phone the position and the time have a row of their own. */
const POSITION_ROW = 24;

/** In pixels; 0 while nothing is loaded. */
export function useMiniPlayerHeight(): number {
  const wide = useWiderThan('sm');
  if (!usePlayer().piece) return 0;
  return wide ? ROW : ROW + POSITION_ROW;
}

const pageOf = ({ id, projectId, staged }: Piece) =>
  `/app/projects/${projectId}${staged ? '?tab=staging' : `/tracks/${id}`}`;

interface MiniPlayerProps {
  /** Comments on what is loaded. */
  markers: Marker[];
}

/** Player bar at the bottom of every page while a file is loaded. */
export function MiniPlayer({ markers }: MiniPlayerProps) {
  const { piece } = usePlayer();
  useReportPlayed();
  return piece && <Loaded piece={piece} markers={markers} />;
}

function Loaded({ piece, markers }: MiniPlayerProps & { piece: Piece }) {
  const { playing, waiting, stalled, blind, queue, repeat, versions: comparable } = usePlayer();
  const seconds = usePosition();
  const wide = useWiderThan('sm');
  const [isLarge, large] = useDisclosure(false);
  useNews(piece);
  useBarKeys();
  const { title, versions } = useNames(piece);
  const { data: project } = useQuery({ ...projectsGetOptions({ path: { id: piece.projectId } }), select: dataOf });
  const version = versions.get(piece.id) ?? piece.fileName;
  useMediaSession({ title, artist: version, album: project?.title });
  const length = piece.analysis.durationS ?? 0;
  const name = blind ? 'Blind comparison' : title;
  const position = (
    <Slider
      flex={1}
      size="sm"
      max={Math.max(1, Math.floor(length))}
      value={seconds}
      onChange={(value) => player.seek(value)}
      label={formatSeconds}
      thumbLabel="Position"
    />
  );
  const time = (
    <Text size="xs" c="dimmed" flex="none" style={{ whiteSpace: 'nowrap' }}>
      {formatSeconds(seconds)} / {formatSeconds(length)}
    </Text>
  );
  const words = (
    <>
      <Text size="sm" fw={500} truncate>
        {name}
      </Text>
      {!blind && !stalled && version !== title && (
        <Text size="xs" c="dimmed" truncate title={piece.fileName}>
          {version}
        </Text>
      )}
      <Text size="xs" lineClamp={2} role="status" style={{ overflowWrap: 'anywhere' }}>
        {stalled && 'No connection. Playback continues when it is back.'}
      </Text>
    </>
  );
  return (
    <Stack gap={0} role="region" aria-label="Player">
      {!wide && (
        <Group px="md" pt={8} h={POSITION_ROW} gap="sm" wrap="nowrap">
          {position}
          {time}
        </Group>
      )}
      <Group h={ROW} px="md" gap="sm" wrap="nowrap">
        <Group gap={4} wrap="nowrap" flex="none">
          {wide && queue.length > 1 && !blind && <Skip by={-1} />}
          <PlayButton shortcut="P" playing={playing} waiting={waiting} onClick={player.toggle} />
          {queue.length > 1 && !blind && <Skip by={1} />}
        </Group>
        {wide ? (
          <Box component={Link} to={pageOf(piece)} c="inherit" td="none" miw={0} flex="0 1 260px">
            {words}
          </Box>
        ) : (
          <UnstyledButton miw={0} flex={1} h="100%" aria-haspopup="dialog" onClick={large.open}>
            {words}
          </UnstyledButton>
        )}
        {wide && position}
        {wide && time}
        {repeat !== null && repeat.to !== null && <EndRepeat />}
        <VolumeButton />
        {wide && !blind && <CompareMenu names={versions} />}
        {wide && !blind && <QualitySwitch piece={piece} versions={comparable} compact />}
        <Tooltip label="Close the player">
          <ActionIcon aria-label="Close the player" onClick={player.stop}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <LargePlayer
        opened={isLarge && !wide}
        onClose={large.close}
        {...{ piece, title, markers, position, seconds }}
        names={versions}
        record={project?.title ?? ''}
        page={pageOf(piece)}
      />
    </Stack>
  );
}

/** Ends the repetition of a passage on pages that do not show the passage. */
function EndRepeat() {
  return (
    <Tooltip label="Continue after the repeated passage">
      <ActionIcon aria-label="End the repetition" color="teal" variant="light" onClick={() => player.repeat(null)}>
        <IconRepeat size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Goes to the previous or next track of the list that plays. */
function Skip({ by }: { by: 1 | -1 }) {
  const state = usePlayer();
  const label = by < 0 ? 'Previous track' : 'Next track';
  const Icon = by < 0 ? IconPlayerSkipBack : IconPlayerSkipForward;
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        disabled={by > 0 && placeInQueue(state) >= state.queue.length - 1}
        onClick={() => player.step(by)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Passes file changes to the player, and stops it if the loaded file is deleted or the person is no longer in the project. */
function useNews({ id, projectId, fileName, staged = false }: Piece): void {
  const { data: files, error } = useQuery({ ...filesListOptions({ path: { projectId } }), select: dataOf });
  const isOut = error !== null && isNotFound(error);
  const gone = !staged && files !== undefined && !files.some((file) => file.id === id);
  useEffect(() => {
    if (files) player.know(files);
  }, [files]);
  useEffect(() => {
    if (!isOut) return;
    player.stop();
    toast.info('Playback Stopped', 'You no longer take part in this project, or it has been deleted.');
  }, [isOut]);
  useEffect(() => {
    if (!gone) return;
    player.stop();
    toast.info('Playback Stopped', `${fileName} has been deleted.`);
  }, [gone, fileName]);
}
