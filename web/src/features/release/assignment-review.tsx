import { Alert, Badge, Button, EmptyState, Group, List, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconPlaylistAdd } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  dataOf,
  type Review,
  type StagingFile,
  stagingListOptions,
  stagingReviewOptions,
  type TrackEntry,
  tracksListOptions,
} from '../../api';
import { completionOf } from '../../lib/completion';
import { faultsOf, isChecked } from '../../lib/deliverables';
import { formatDateTime, plural } from '../../lib/format/format';
import { useChecks } from '../../ui/deliverable-findings';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { mergedByTrack } from './check-groups';
import { ConfirmRelease } from './confirm-release';
import { MasterChecks } from './master-checks';
import { OtherDeliverables } from './other-deliverables';
import { ReleaseRow, ReleaseState } from './release-row';
import { stateOf } from './track-state';

interface AssignmentReviewProps {
  projectId: string;
  /** Renders the tracks with their slots. */
  matrix: (parts: { lead: (entry: TrackEntry) => ReactNode; tail: (entry: TrackEntry) => ReactNode }) => ReactNode;
  /** Renders the button that plays a staged file. */
  play: (file: StagingFile) => ReactNode;
  /** Next steps after a release. */
  next: ReactNode;
}

/** Review and release: what is ready, what is missing, the release itself and its result. */
export function AssignmentReview({ projectId, matrix, play, next }: AssignmentReviewProps) {
  const tracks = useQuery(tracksListOptions({ path: { projectId } }));
  const reviewed = useQuery(stagingReviewOptions({ path: { projectId } }));
  const staged = useQuery({ ...stagingListOptions({ path: { projectId } }), select: dataOf });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState(false);
  const failed = tracks.error ?? reviewed.error;
  const entries = [...(tracks.data?.data.tracks ?? [])].sort(
    (one, other) => one.track.trackNumber - other.track.trackNumber,
  );
  const review = reviewed.data?.data;
  const ready = review?.tracks.filter((track) => track.ready).length ?? 0;
  const fresh = new Set(review?.tracks.filter((track) => stateOf(track).releasable).map(({ trackId }) => trackId));
  const chosen = entries.filter(({ track }) => selected.has(track.id) && fresh.has(track.id));
  const others = (staged.data?.stagingFiles ?? []).filter((file) => file.deliverable && file.status === 'assigned');
  const releasable = others.filter(({ analysis }) => analysis.state !== 'failed');
  const checks = useChecks(projectId, others.some(isChecked));
  const faultless = releasable.filter((file) => faultsOf(file, checks.data ?? []).length === 0);
  const chosenOthers = releasable.filter(({ id }) => selected.has(id));
  // “Select All Ready” must not depend on which reply comes first.
  const isLoaded = review !== undefined && !tracks.isPending && !staged.isPending && !checks.isLoading;
  const isBlocked = chosen.length > 0 && (review?.errors.length ?? 0) > 0;

  function select(id: string, checked: boolean) {
    const next = new Set(selected);
    if (checked) next.add(id);
    else next.delete(id);
    setSelected(next);
  }

  return (
    <Stack gap="md" component="section" aria-labelledby="assignment-review">
      <SectionHeader
        id="assignment-review"
        title="Assignment Review"
        subtitle="Review track assignments and release to client"
      >
        {entries.length + others.length > 0 && (
          <>
            <Button
              variant="default"
              disabled={!isLoaded || fresh.size + faultless.length === 0}
              onClick={() => setSelected(new Set([...fresh, ...faultless.map(({ id }) => id)]))}
            >
              Select All Ready
            </Button>
            <Button
              disabled={chosen.length + chosenOthers.length === 0 || !review || isBlocked}
              onClick={() => setConfirming(true)}
            >
              Release Selected ({chosen.length + chosenOthers.length})
            </Button>
          </>
        )}
      </SectionHeader>
      {failed ? (
        <Failure
          title="Failed to load the review"
          error={failed}
          onRetry={() => void Promise.all([tracks.refetch(), reviewed.refetch()])}
        />
      ) : !review || tracks.isPending ? (
        <Stack gap="sm" role="status" aria-label="Loading the review">
          <Skeleton h={40} />
          <Skeleton h={44} />
          <Skeleton h={44} />
        </Stack>
      ) : entries.length + others.length === 0 ? (
        <EmptyState
          py="lg"
          icon={<IconPlaylistAdd stroke={1.5} aria-hidden />}
          description="Create tracks first to review assignments"
        />
      ) : (
        <>
          {entries.length > 0 && <ProjectCompletion entries={entries} ready={ready} />}
          <Released review={review} next={next} />
          {entries.length > 0 && (
            <div>
              <Title order={3} mb="xs">
                Track Release Checklist
              </Title>
              {matrix({
                lead: ({ track }) => (
                  <ReviewOf review={review} trackId={track.id}>
                    {(of) => (
                      <ReleaseRow
                        track={track}
                        review={of}
                        selected={selected.has(track.id)}
                        onSelect={(checked) => select(track.id, checked)}
                      />
                    )}
                  </ReviewOf>
                ),
                tail: ({ track }) => (
                  <ReviewOf review={review} trackId={track.id}>
                    {(of) => <ReleaseState review={of} />}
                  </ReviewOf>
                ),
              })}
            </div>
          )}
          <OtherDeliverables files={others} {...{ projectId, entries, selected, play }} onSelect={select} />
          <Findings review={review} allPassed={fresh.size > 0 && faultless.length === others.length} />
          <MasterChecks projectId={projectId} play={play} />
        </>
      )}
      <ConfirmRelease
        projectId={projectId}
        chosen={chosen}
        others={chosenOthers}
        entries={entries}
        checks={checks.data ?? []}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onReleased={() => setSelected(new Set())}
      />
    </Stack>
  );
}

/** Renders nothing for a track that the review does not know yet. */
function ReviewOf({
  review,
  trackId,
  children,
}: {
  review: Review;
  trackId: string;
  children: (of: Review['tracks'][number]) => ReactNode;
}) {
  const of = review.tracks.find((track) => track.trackId === trackId);
  return of && children(of);
}

function ProjectCompletion({ entries, ready }: { entries: TrackEntry[]; ready: number }) {
  const { filled, required, percent } = completionOf(entries.flatMap(({ slots }) => slots));
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={500}>
          Project Completion
        </Text>
        <Badge color={percent === 100 ? 'green' : 'blue'}>{percent}%</Badge>
      </Group>
      <Progress
        value={percent}
        color={percent === 100 ? 'green' : undefined}
        aria-label={`Project Completion, ${percent}%`}
      />
      <Text size="xs" c="dimmed" mt={6}>
        {ready}/{entries.length} tracks ready • {filled}/{required} required slots filled
      </Text>
    </div>
  );
}

function Findings({ review: { errors, warnings }, allPassed }: { review: Review; allPassed: boolean }) {
  return (
    <>
      {errors.length > 0 && (
        <Alert color="red" icon={<IconCircleX aria-hidden />} title="Issues preventing release:">
          <List size="sm" spacing={2}>
            {mergedByTrack(errors).map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Warnings:">
          <List size="sm" spacing={2}>
            {mergedByTrack(warnings).map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {errors.length === 0 && allPassed && (
        <Alert color="green" icon={<IconCircleCheck aria-hidden />}>
          All validation checks passed! You can now release selected tracks to the client.
        </Alert>
      )}
    </>
  );
}

/** Summary of released files with the next steps. */
function Released({ review: { tracks }, next }: { review: Review; next: ReactNode }) {
  const released = tracks.filter((track) => track.released > 0);
  const files = released.reduce((sum, track) => sum + track.released, 0);
  if (files === 0) return null;
  const waiting = tracks.reduce((sum, track) => sum + track.waiting, 0);
  const last = released
    .flatMap(({ releasedAt }) => releasedAt ?? [])
    .sort()
    .at(-1);
  return (
    <Alert color="green" icon={<IconCircleCheck aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          The client has {plural(files, 'file')} of {plural(released.length, 'track')}
          {last && `, the last since ${formatDateTime(last)}`}.{' '}
          {waiting > 0 ? `${plural(waiting, 'file')} can be released.` : 'Nothing is waiting to be released.'}
        </Text>
        <Group gap="xs">{next}</Group>
      </Group>
    </Alert>
  );
}
