import { ActionIcon, Button, EmptyState, Flex, Group, Skeleton, Stack, Title, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconDisc } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { dataOf, filesListOptions, projectsGetOptions } from '../api';
import { isNotFound } from '../api/error';
import { useSession } from '../api/session';
import { AddCommentButton } from '../features/comments/add-comment-button';
import { DiscussionDialog } from '../features/comments/discussion-dialog';
import { markersOf } from '../features/comments/markers';
import { MomentForm } from '../features/comments/moment-form';
import { ThreadList } from '../features/comments/thread-list';
import { type Thread, threadsOf } from '../features/comments/threads';
import { useComments } from '../features/comments/use-comments';
import { BlindComparison } from '../features/player/blind-comparison';
import { CompareTools } from '../features/player/compare-tools';
import { turnedDownDb } from '../features/player/loudness';
import { player } from '../features/player/player';
import { Transport } from '../features/player/transport';
import { usePlayer } from '../features/player/use-player';
import { usePlayerKeys } from '../features/player/use-player-keys';
import { useTrackPlayer } from '../features/player/use-track-player';
import { VersionRow } from '../features/player/version-row';
import { volume } from '../features/player/volume';
import {
  type NumberedVersion,
  numberedVersions,
  requestAnsweredBy,
  type TrackFiles,
  trackWith,
} from '../lib/audio/tracks';
import { titled } from '../lib/installation';
import { Failure } from '../ui/failure';
import { useWiderThan } from '../ui/use-wider-than';

export const meta = () => [{ title: titled('Track Details') }];

export default function TrackDetail() {
  const { projectId = '', fileId = '' } = useParams();
  const { data: files, error, refetch } = useQuery({ ...filesListOptions({ path: { projectId } }), select: dataOf });
  const track = useMemo(() => files && trackWith(files, fileId), [files, fileId]);
  const toFiles = `/app/projects/${projectId}?tab=files`;
  if (error && !files) {
    return isNotFound(error) ? (
      <TrackNotFound to="/app/projects" label="Back to Projects" />
    ) : (
      <Failure title="Failed to load track details" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!files) {
    return (
      <Stack gap="lg" role="status" aria-label="Loading track details">
        <Skeleton h={32} w={320} maw="80%" />
        <Skeleton h={80} />
        <Skeleton h={80} />
      </Stack>
    );
  }
  if (!track) return <TrackNotFound to={toFiles} label="Back to Files" />;
  return <Loaded track={track} fileId={fileId} toFiles={toFiles} />;
}

function TrackNotFound({ to, label }: { to: string; label: string }) {
  return (
    <EmptyState mih={280} py="xl">
      <EmptyState.Indicator>
        <IconDisc size={36} stroke={1.5} aria-hidden />
      </EmptyState.Indicator>
      <EmptyState.Title order={1}>Track not found</EmptyState.Title>
      <EmptyState.Description>Its file may have been deleted, or it belongs to someone else.</EmptyState.Description>
      <EmptyState.Actions>
        <Button component={Link} to={to} variant="default">
          {label}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

/** Between header and player, whatever is scrolled. */
const COMMENTS_BESIDE = {
  direction: 'column',
  w: 360,
  flex: 'none',
  pos: 'sticky',
  top: 'calc(var(--app-shell-header-offset) + var(--app-shell-padding))',
  mah: 'calc(100dvh - var(--app-shell-header-offset) - var(--app-shell-footer-offset) - 2 * var(--app-shell-padding))',
} as const;

interface LoadedProps {
  track: TrackFiles;
  fileId: string;
  toFiles: string;
}

function Loaded({ track, fileId, toFiles }: LoadedProps) {
  const { user } = useSession();
  const versions = useMemo(() => numberedVersions(track, user.id), [track, user.id]);
  const all = useMemo(() => versions.map(({ file }) => file), [versions]);
  const file = all.find(({ id }) => id === fileId)!;
  const { projectId } = file;
  const navigate = useNavigate();
  const { active, moment, toggle, seek, repeat: repeatPassage } = useTrackPlayer(file, all);
  const { data: comments } = useComments(projectId);
  const threads = useMemo(
    () =>
      new Map(
        track.groups.flatMap(({ newest, earlier }) => {
          const ids = [newest, ...earlier].map(({ id }) => id);
          return ids.map((id): [string, Thread[]] => [id, threadsOf(comments ?? [], ids, id)]);
        }),
      ),
    [comments, track],
  );
  const markers = useMemo(() => new Map([...threads].map(([id, list]) => [id, markersOf(list)])), [threads]);
  const [writing, setWriting] = useState<{ fileId: string; at: number } | null>(null);
  const [discussed, setDiscussed] = useState<{ fileId: string; ids: string[] } | null>(null);
  const [helpOpened, help] = useDisclosure(false);
  const [blindOpened, blind] = useDisclosure(false);
  const { matched, repeat, heard, blind: compared, queue } = usePlayer();
  const comparison = { heard: [...heard, fileId], blind: compared, matched, queue };

  const select = (id: string) =>
    void navigate(`/app/projects/${projectId}/tracks/${id}`, { replace: true, preventScrollReset: true });
  const project = useQuery({ ...projectsGetOptions({ path: { id: projectId } }), select: dataOf }).data;
  const canComment = project?.can.comment !== false;
  const comment = () => {
    if (canComment) setWriting({ fileId, at: active ? player.position() : 0 });
  };
  usePlayerKeys((command) => {
    if (command.kind === 'toggle') toggle();
    if (command.kind === 'seek') seek(player.position() + command.by);
    if (command.kind === 'comment') comment();
    if (command.kind === 'help') help.open();
    if (command.kind === 'repeat' && active) player.stepRepeat();
    if (command.kind === 'volume') volume.set(volume.get() + command.by);
    if (command.kind === 'mute') volume.toggleMuted();
    if (command.kind === 'match') player.toggleMatched();
    if (command.kind === 'quality') player.toggleQuality();
    if (command.kind === 'blind' && all.length > 1) blind.open();
    const version = command.kind === 'version' && versions.find(({ number }) => number === command.number);
    if (version) select(version.file.id);
  });

  const row = ({ file: each, number, name }: NumberedVersion) => {
    const down = turnedDownDb(each, all, comparison);
    return (
      <VersionRow
        key={each.id}
        file={each}
        number={number}
        name={name}
        turnedDownDb={matched || down < 0 ? down : null}
        selected={each.id === fileId}
        answers={requestAnsweredBy(each, track)}
        markers={markers.get(each.id) ?? []}
        onSelect={() => select(each.id)}
        onSeek={(seconds) => {
          if (each.id !== fileId) select(each.id);
          seek(seconds);
        }}
        onComment={(at) => {
          if (!canComment) return;
          if (each.id !== fileId) select(each.id);
          setWriting({ fileId: each.id, at });
        }}
        passage={each.id === fileId && active ? repeat : null}
        onPassage={(passage) => {
          if (each.id !== fileId) select(each.id);
          repeatPassage(passage);
        }}
        onMarker={(ids) => setDiscussed({ fileId: each.id, ids })}
      />
    );
  };
  const { title } = track;
  const isBeside = useWiderThan('lg');
  const addComment = canComment && <AddCommentButton fullWidth={isBeside} onClick={comment} />;
  const own = threads.get(fileId) ?? [];
  const discussedThreads =
    discussed && threads.get(discussed.fileId)?.filter(({ first }) => discussed.ids.includes(first.id));
  return (
    <Flex direction={{ base: 'column', lg: 'row' }} align={{ lg: 'flex-start' }} gap="lg">
      <title>{titled(title)}</title>
      <Stack gap="lg" flex={{ lg: 1 }} miw={0}>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Tooltip label="Back to Files">
            <ActionIcon component={Link} to={toFiles} size={32} aria-label="Back to Files">
              <IconArrowLeft size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Title order={1} miw={0} py="calc((var(--control-height) - 1lh) / 2)" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
        </Group>
        <Transport
          file={file}
          versions={all}
          active={active}
          onToggle={toggle}
          help={{ opened: helpOpened, ...help }}
          comment={!isBeside && addComment}
        >
          {all.length > 1 && <CompareTools onBlind={blind.open} />}
        </Transport>
        <Stack component="ul" aria-label="Versions" gap={4} m={0} p={0} mx={{ sm: -12 }} style={{ listStyle: 'none' }}>
          {versions.map(row)}
        </Stack>
      </Stack>
      <Flex {...(isBeside ? COMMENTS_BESIDE : { direction: 'column', maw: 760 })}>
        <ThreadList projectId={projectId} fileId={fileId} threads={own} isColumn={isBeside} moment={moment}>
          {isBeside && addComment}
          <MomentForm
            key={fileId}
            projectId={projectId}
            fileId={fileId}
            at={writing?.fileId === fileId ? writing.at : null}
            durationS={file.analysis.durationS}
            onEnd={() => setWriting(null)}
          />
        </ThreadList>
      </Flex>
      <BlindComparison
        opened={blindOpened}
        file={file}
        versions={versions}
        onClose={(heard) => {
          blind.close();
          if (heard !== null && heard !== fileId) select(heard);
        }}
      />
      <DiscussionDialog
        threads={discussedThreads ?? []}
        fileId={discussed?.fileId ?? fileId}
        onClose={() => setDiscussed(null)}
      />
    </Flex>
  );
}
