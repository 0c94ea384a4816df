import { ActionIcon, Button, Center, Chip, Drawer, Group, Image, Paper, Stack, Text, Title } from '@mantine/core';
import {
  IconChevronDown,
  IconDisc,
  IconMessage,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { metadataGetOptions } from '../../api';
import { formatSeconds } from '../../lib/format/format';
import { LargeWaveform } from '../../ui/large-waveform';
import type { Marker } from '../../ui/marker-groups';
import { clock } from './clock';
import { MatchButton } from './match-button';
import { PlayButton } from './play-button';
import { player } from './player';
import { type Piece, placeInQueue } from './player-state';
import { QualitySwitch } from './quality-switch';
import { RepeatButton } from './repeat-button';
import { usePlayer } from './use-player';

/** Sizes for a thumb. */
const THUMBS = { '--control-height': '2.75rem' };
/** Without the check icon, which makes the chosen one wider and moves the others. */
const CHIP = {
  label: { height: '2.75rem', paddingInline: 'var(--chip-padding)', borderRadius: 'var(--mantine-radius-default)' },
  iconWrapper: { display: 'none' },
};

interface LargePlayerProps {
  opened: boolean;
  onClose: () => void;
  piece: Piece;
  title: string;
  /** The project's title. */
  record: string;
  /** Names of the versions, by id. */
  names: ReadonlyMap<string, string>;
  /** Comments on the piece. */
  markers: Marker[];
  /** The page of the piece. */
  page: string;
  /** Sets the position where no waveform can be shown. */
  position: ReactNode;
  seconds: number;
}

/** The player over the whole window of a phone. */
export default function LargePlayer(props: LargePlayerProps) {
  const { opened, onClose, piece, title, record, names, markers, page, position, seconds } = props;
  /** Comments of the tapped mark, and which of them is read. */
  const [read, setRead] = useState<{ ids: string[]; place: number } | null>(null);
  const readMarker = read && markers.find(({ id }) => id === read.ids[read.place]);
  const state = usePlayer();
  const { playing, waiting, stalled, blind, queue, versions } = state;
  const isStaged = piece.staged === true;
  const length = piece.analysis.durationS ?? 0;
  const heard = versions.filter(({ analysis }) => analysis.hasPreview);
  const isLast = placeInQueue(state) >= queue.length - 1;
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="bottom" size="100%">
      <Drawer.Content aria-label="Large player" bg="var(--mantine-color-body)">
        <Stack mih="100%" p="md" gap="md" style={THUMBS}>
          <Group justify="space-between" wrap="nowrap">
            <ActionIcon size={44} aria-label="Make the player small" onClick={onClose} data-autofocus>
              <IconChevronDown size={24} aria-hidden />
            </ActionIcon>
            <Text size="sm" c="dimmed" truncate>
              {record}
            </Text>
            <ActionIcon size={44} aria-label="Close the player" onClick={player.stop}>
              <IconX size={20} aria-hidden />
            </ActionIcon>
          </Group>
          <Cover projectId={piece.projectId} />
          <div>
            <Title order={2} fz={24} lh={1.25} lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
              {blind ? 'Blind comparison' : title}
            </Title>
            <Text c="dimmed" lineClamp={2} role="status" style={{ overflowWrap: 'anywhere' }}>
              {stalled
                ? 'No connection. Playback continues when it is back.'
                : !blind && (names.get(piece.id) ?? piece.fileName)}
            </Text>
          </div>
          {blind || isStaged ? (
            <Group>{position}</Group>
          ) : (
            <div>
              <LargeWaveform
                key={piece.id}
                peaksUrl={`/api/files/${piece.id}/peaks`}
                durationS={length}
                label={`Waveform of ${title}`}
                clock={clock}
                markers={markers}
                onSeek={(to) => player.seek(to)}
                onShiftClick={(to) => player.seek(to)}
                onMarker={(ids) =>
                  setRead((last) => ({ ids, place: last?.ids[0] === ids[0] ? (last!.place + 1) % ids.length : 0 }))
                }
                passage={state.repeat}
                onPassage={(passage) => player.repeat(passage)}
              />
              {/* Its place is kept, because other versions may have comments. */}
              <Text
                size="sm"
                mt={6}
                h="2lh"
                lineClamp={2}
                c={readMarker ? undefined : 'dimmed'}
                role="status"
                style={{ overflowWrap: 'anywhere' }}
              >
                {readMarker && read.ids.length > 1 && `${read.place + 1} of ${read.ids.length} · `}
                {readMarker ? readMarker.label : markers.length > 0 && 'Tap a mark to read its comment.'}
              </Text>
            </div>
          )}
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="timer" aria-label="Time">
              {formatSeconds(seconds)}
            </Text>
            <Text size="sm" c="dimmed">
              {formatSeconds(length)}
            </Text>
          </Group>
          <Group justify="center" gap="xl" wrap="nowrap">
            <ActionIcon size={56} radius="50%" aria-label="Previous track" onClick={() => player.step(-1)}>
              <IconPlayerSkipBackFilled size={26} aria-hidden />
            </ActionIcon>
            <PlayButton size={76} shortcut="P" playing={playing} waiting={waiting} onClick={player.toggle} />
            <ActionIcon size={56} radius="50%" aria-label="Next track" disabled={isLast} onClick={() => player.step(1)}>
              <IconPlayerSkipForwardFilled size={26} aria-hidden />
            </ActionIcon>
          </Group>
          {!blind && heard.length > 1 && (
            <Chip.Group value={piece.id} onChange={(id) => choose(heard, id)}>
              <Group gap={8} role="radiogroup" aria-label="Versions">
                {heard.map(({ id, fileName }) => (
                  <Chip key={id} value={id} size="md" variant="light" styles={CHIP}>
                    {names.get(id) ?? fileName}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          )}
          {!blind && (
            <Group gap={8} wrap="nowrap">
              <RepeatButton />
              {heard.length > 1 && <MatchButton />}
              <QualitySwitch piece={piece} versions={versions} />
            </Group>
          )}
          <Button
            component={Link}
            to={page}
            variant="default"
            fullWidth
            leftSection={<IconMessage size={16} aria-hidden />}
            onClick={onClose}
          >
            {isStaged ? 'Show in staging' : 'Comments and versions'}
          </Button>
        </Stack>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function choose(versions: Piece[], id: string) {
  const version = versions.find((each) => each.id === id);
  if (version) player.listen(version);
}

/** The release's cover where there is room; a disc while there is none. */
function Cover({ projectId }: { projectId: string }) {
  const { data } = useQuery(metadataGetOptions({ path: { id: projectId } }));
  const cover = data?.data.cover;
  return (
    <Center flex="1 1 0" mih={0} style={{ overflow: 'hidden' }}>
      {cover ? (
        <Image
          src={`/api/projects/${projectId}/metadata/cover?of=${cover.sha256.slice(0, 12)}`}
          alt="Cover"
          h="100%"
          fit="contain"
        />
      ) : (
        <Paper withBorder w={220} h="100%" mah={220}>
          <Center h="100%" c="dimmed">
            <IconDisc size={72} stroke={1} role="img" aria-label="No cover yet" />
          </Center>
        </Paper>
      )}
    </Center>
  );
}
