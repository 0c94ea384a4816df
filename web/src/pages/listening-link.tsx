import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import {
  dataOf,
  type SharedComment,
  sharedCommentsOptions,
  type SharedRecord,
  sharedRecordOptions,
  type SharedTrack,
  sharedVisit,
} from '../api';
import { clock } from '../features/player/clock';
import { player } from '../features/player/player';
import type { Piece, QueuedPiece } from '../features/player/player-state';
import { RecordBar } from '../features/player/record-bar';
import { usePlayer } from '../features/player/use-player';
import { useReplacement } from '../features/player/use-replacement';
import { GuestComments } from '../features/sharing/guest-comments';
import { LinkDoor } from '../features/sharing/link-door';
import { SharedHeader } from '../features/sharing/shared-header';
import { SharedTrackRow } from '../features/sharing/shared-track-row';
import { isRefusal, useLinkCheck } from '../features/sharing/use-link-check';
import { titled } from '../lib/installation';
import { onceLookedAt } from '../lib/looked-at';

export const meta = () => [
  { title: titled('Listen') },
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex, nofollow' },
];

/** How often a page asks whether a track that is being prepared can be heard. */
const PREPARED_MS = 5_000;

const addressOf = (token: string, fileId: string, part: 'preview' | 'peaks') =>
  `/api/shared/${token}/files/${fileId}/${part}`;

/** The record that a listening link opens, without an account. */
export default function ListeningLink() {
  const { token = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery({
    ...sharedRecordOptions({ path: { token } }),
    select: dataOf,
    // A visit stays as it is; a track that can no longer be played asks again, and one that is prepared until it is ready.
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      state.data?.data.tracks.some(({ isPreparing }) => isPreparing) === true && PREPARED_MS,
  });
  const { failed, piece } = usePlayer();
  const audible = data?.tracks.filter(({ hasPreview }) => hasPreview).map(({ fileId }) => fileId) ?? [];
  const checked = audible.find((fileId) => fileId === piece?.id) ?? audible[0];
  useLinkCheck(checked && addressOf(token, checked, 'preview'), () => void refetch());
  // A lost line says nothing about the link, and what was loaded goes on.
  const refusal = !data || isRefusal(error) ? error : null;
  const isEnded = refusal !== null;
  useEffect(() => {
    if (failed) void refetch();
  }, [failed, refetch]);
  useEffect(() => {
    if (isEnded) player.stop();
  }, [isEnded]);
  useEffect(() => player.stop, []);
  return (
    <LinkDoor token={token} error={refusal} isPending={isPending} onRetry={() => void refetch()}>
      {data && <Record token={token} record={data} />}
    </LinkDoor>
  );
}

/** Stays the same for a newer version of the track. */
const keyOf = ({ trackId, fileId }: SharedTrack): string => trackId ?? fileId;

const pieceOf = (
  token: string,
  { fileId, title, durationS, sampleRateHz, loweredDb, hasPreview }: SharedTrack,
): Piece => ({
  id: fileId,
  projectId: '',
  fileName: title,
  track_title: title,
  lossless: null,
  can: { download: false },
  analysis: {
    hasPreview,
    durationS,
    sampleRateHz,
    loudness: null,
    played: { integratedLufs: null, loweredDb, mix: null },
    container: null,
    channels: null,
    bitsStored: null,
    float: null,
  },
  soundUrl: addressOf(token, fileId, 'preview'),
});

const markersOf = (comments: SharedComment[]) =>
  comments.flatMap(({ id, parentId, timestampSeconds, author, comment }) =>
    timestampSeconds === null || parentId !== null
      ? []
      : {
          id,
          seconds: timestampSeconds,
          endSeconds: null,
          author,
          label: `${author}: ${comment.slice(0, 80)}`,
          color: 'var(--mantine-color-blue-7)',
        },
  );

function Record({ token, record }: { token: string; record: SharedRecord }) {
  const { piece, playing, waiting, failed } = usePlayer();
  // Losing a count does no harm.
  useEffect(() => onceLookedAt(() => void sharedVisit({ path: { token } }).catch(() => undefined)), [token]);
  const [name, setName] = useState('');
  /** The rows in which the visitor has written stay open, so that no text is lost when the next song begins. */
  const [written, setWritten] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(
    () =>
      record.tracks.map((track): QueuedPiece => {
        const each = pieceOf(token, track);
        return { piece: each, versions: [each], gapS: track.gapS };
      }),
    [token, record.tracks],
  );
  const queue = useMemo(() => all.filter((item) => item.piece.analysis.hasPreview), [all]);
  const replacement = useReplacement(all);
  // A song that was replaced while it plays goes on in the row of its newer version.
  const loadedId = replacement?.piece.id ?? piece?.id;
  const { data: comments = [] } = useQuery({
    ...sharedCommentsOptions({ path: { token } }),
    select: dataOf,
    enabled: record.commentsAllowed,
  });
  const ofFile = (fileId: string) => comments.filter((comment) => comment.fileId === fileId);
  const markers = useMemo(() => markersOf(comments.filter(({ fileId }) => fileId === loadedId)), [comments, loadedId]);
  const toggle = (fileId: string) => {
    const item = queue.find((each) => each.piece.id === fileId);
    if (loadedId === fileId && !(failed && replacement)) player.toggle();
    else if (item) player.playFrom(queue, item);
  };
  const playFrom = (track: SharedTrack, seconds: number) => {
    const item = queue.find((each) => each.piece.id === track.fileId);
    if (track === loaded) player.seek(seconds);
    else if (item) player.playFrom(queue, item, seconds);
  };
  const loaded = record.tracks.find(({ fileId }) => fileId === loadedId);
  return (
    <Flex direction="column" mih="100dvh">
      <title>{titled(record.title)}</title>
      <Stack component="main" gap="lg" w="100%" maw={820} mx="auto" px="md" pt="md" pb={48}>
        <SharedHeader
          record={record}
          cover={record.cover && `/api/shared/${token}/cover?of=${record.cover.slice(0, 12)}`}
          actions={
            queue[0] && (
              <Button
                size="md"
                leftSection={
                  loaded && playing ? (
                    <IconPlayerPauseFilled size={18} aria-hidden />
                  ) : (
                    <IconPlayerPlayFilled size={18} aria-hidden />
                  )
                }
                onClick={() => (loaded ? player.toggle() : player.playFrom(queue, queue[0]!))}
              >
                {!loaded ? 'Play all' : playing ? 'Pause' : 'Resume'}
              </Button>
            )
          }
        />
        {record.tracks.length === 0 ? (
          <Text c="dimmed">There is nothing to hear yet. Open this link again after the release.</Text>
        ) : (
          <Box component="ol" m={0} p={0} aria-label="Tracks" style={{ listStyle: 'none' }}>
            {record.tracks.map((track, index) => (
              <SharedTrackRow
                key={keyOf(track)}
                track={track}
                place={index + 1}
                peaksUrl={addressOf(token, track.fileId, 'peaks')}
                isLoaded={track === loaded}
                isOpen={track === loaded || written.has(keyOf(track))}
                isPlaying={track === loaded && playing}
                isWaiting={waiting}
                clock={clock}
                markers={markers}
                onToggle={() => toggle(track.fileId)}
                onSeek={(seconds) => player.seek(seconds)}
              >
                {record.commentsAllowed && (
                  <GuestComments
                    token={token}
                    fileId={track.fileId}
                    comments={ofFile(track.fileId)}
                    name={name}
                    onName={setName}
                    onWrite={() => setWritten((keys) => new Set(keys).add(keyOf(track)))}
                    position={() => (track === loaded ? player.position() : 0)}
                    onSeek={(seconds) => playFrom(track, seconds)}
                  />
                )}
              </SharedTrackRow>
            ))}
          </Box>
        )}
      </Stack>
      <RecordBar
        artist={record.artist}
        album={record.title}
        newer={
          replacement && {
            play: queue.includes(replacement) ? () => player.playFrom(queue, replacement, player.position()) : null,
          }
        }
      />
    </Flex>
  );
}
