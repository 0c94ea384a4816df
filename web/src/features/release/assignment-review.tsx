import { Alert, Badge, Button, EmptyState, Group, List, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconPlaylistAdd } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Review, stagingReviewOptions, type TrackEntry, tracksListOptions } from '../../api';
import { completionOf } from '../../lib/completion';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { ConfirmRelease } from './confirm-release';
import { ReleaseChecklist } from './release-checklist';

/** What is ready, what stands in the way, and the release itself. */
export function AssignmentReview({ projectId }: { projectId: string }) {
  const tracks = useQuery(tracksListOptions({ path: { projectId } }));
  const reviewed = useQuery(stagingReviewOptions({ path: { projectId } }));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState(false);
  const failed = tracks.error ?? reviewed.error;
  const entries = [...(tracks.data?.data.tracks ?? [])].sort(
    (one, other) => one.track.trackNumber - other.track.trackNumber,
  );
  const review = reviewed.data?.data;
  const ready = new Set(review?.tracks.filter((track) => track.ready).map(({ trackId }) => trackId));
  const chosen = entries.filter(({ track }) => selected.has(track.id) && ready.has(track.id));

  return (
    <Stack gap="md" component="section" aria-labelledby="assignment-review">
      <SectionHeader
        id="assignment-review"
        title="Assignment Review"
        subtitle="Review track assignments and release to client"
      >
        {entries.length > 0 && (
          <>
            <Button variant="default" disabled={ready.size === 0} onClick={() => setSelected(ready)}>
              Select All Ready
            </Button>
            <Button
              disabled={chosen.length === 0 || !review || review.errors.length > 0}
              onClick={() => setConfirming(true)}
            >
              Release Selected ({chosen.length})
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
      ) : entries.length === 0 ? (
        <EmptyState
          py="lg"
          icon={<IconPlaylistAdd stroke={1.5} aria-hidden />}
          description="Create tracks first to review assignments"
        />
      ) : (
        <>
          <ProjectCompletion entries={entries} ready={ready.size} />
          <Findings review={review} />
          <ReleaseChecklist entries={entries} review={review} selected={selected} onSelect={setSelected} />
        </>
      )}
      <ConfirmRelease
        projectId={projectId}
        chosen={chosen}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onReleased={() => setSelected(new Set())}
      />
    </Stack>
  );
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

function Findings({ review: { errors, warnings } }: { review: Review }) {
  return (
    <>
      {errors.length > 0 && (
        <Alert color="red" icon={<IconCircleX aria-hidden />} title="Issues preventing release:">
          <List size="sm" spacing={2}>
            {errors.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Warnings:">
          <List size="sm" spacing={2}>
            {warnings.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {errors.length === 0 && (
        <Alert color="green" icon={<IconCircleCheck aria-hidden />}>
          All validation checks passed! You can now release selected tracks to the client.
        </Alert>
      )}
    </>
  );
}
