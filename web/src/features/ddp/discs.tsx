import { Anchor, EmptyState, Skeleton, Stack, Text } from '@mantine/core';
import { IconDisc } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ddpListOptions, sidesListOptions, uploadedDdpsListOptions } from '../../api';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { MadeDiscCard } from './made-disc';
import { MadeSides } from './made-sides';
import { OutdatedCopies } from './outdated-copies';
import { UploadedDdpCard } from './uploaded-ddp';
import { UploadedSides } from './uploaded-sides';

/** Discs of an album: DDPs made of its CD masters, sides made of its vinyl masters, and uploads of both. */
export function Discs({ projectId }: { projectId: string }) {
  const discs = useQuery(ddpListOptions({ path: { id: projectId } }));
  const uploaded = useQuery(uploadedDdpsListOptions({ path: { id: projectId } }));
  const sides = useQuery(sidesListOptions({ path: { id: projectId } }));
  if (discs.isPending || uploaded.isPending || sides.isPending)
    return <Skeleton h={240} role="status" aria-label="Loading discs" />;
  const error = discs.error ?? uploaded.error ?? sides.error;
  if (!discs.data || !uploaded.data || !sides.data) {
    const retry = () => void Promise.all([discs.refetch(), uploaded.refetch(), sides.refetch()]);
    return <Failure title="Failed to load the discs" error={error} onRetry={retry} />;
  }
  const made = discs.data.data;
  const { ddps, can } = uploaded.data.data;
  return (
    <Stack gap="md" component="section" aria-labelledby="discs">
      <SectionHeader
        id="discs"
        title="Discs"
        subtitle="What pressing plants need. For CDs a DDP: one set of files with the sound, times, titles and codes of all tracks. For records one WAV for each side."
      />
      <OutdatedCopies projectId={projectId} />
      {made.discs.length === 0 && (
        <EmptyState
          py="lg"
          icon={<IconDisc stroke={1.5} aria-hidden />}
          description="No tracks yet. The disc appears here once the album has tracks."
        />
      )}
      {made.discs.map((disc) => (
        <MadeDiscCard
          key={disc.disc}
          projectId={projectId}
          disc={disc}
          isOnly={made.discs.length === 1}
          canDownload={made.can.download}
        />
      ))}
      <MadeSides projectId={projectId} {...sides.data.data} />
      {can.check && made.discs.length > 0 && sides.data.data.sides.length === 0 && (
        <Text size="sm" c="dimmed">
          For a record, turn on{' '}
          <Anchor component={Link} to="?tab=album" underline="always">
            Sides of a record
          </Anchor>{' '}
          in the album: its sides are made here of the vinyl masters.
        </Text>
      )}
      <UploadedSides projectId={projectId} uploaded={sides.data.data.uploaded} />
      {ddps.map((ddp) => (
        <UploadedDdpCard key={`${ddp.audioId} ${ddp.part}`} projectId={projectId} ddp={ddp} can={can} />
      ))}
    </Stack>
  );
}
