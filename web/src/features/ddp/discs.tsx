import { EmptyState, Skeleton, Stack } from '@mantine/core';
import { IconDisc } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ddpListOptions, uploadedDdpsListOptions } from '../../api';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { MadeDiscCard } from './made-disc';
import { UploadedDdpCard } from './uploaded-ddp';

/** The discs of an album: DDPs made of its CD masters, and DDPs that were uploaded. */
export function Discs({ projectId }: { projectId: string }) {
  const discs = useQuery(ddpListOptions({ path: { id: projectId } }));
  const uploaded = useQuery(uploadedDdpsListOptions({ path: { id: projectId } }));
  if (discs.isPending || uploaded.isPending) return <Skeleton h={240} role="status" aria-label="Loading discs" />;
  if (discs.error || uploaded.error) {
    const retry = () => void Promise.all([discs.refetch(), uploaded.refetch()]);
    return <Failure title="Failed to load the discs" error={discs.error ?? uploaded.error} onRetry={retry} />;
  }
  const made = discs.data.data;
  const { ddps, can } = uploaded.data.data;
  return (
    <Stack gap="md" component="section" aria-labelledby="discs">
      <SectionHeader id="discs" title="Discs" subtitle="A DDP from the released CD masters, with PQ and cue sheet" />
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
      {ddps.map((ddp) => (
        <UploadedDdpCard key={ddp.audioId} projectId={projectId} ddp={ddp} can={can} />
      ))}
    </Stack>
  );
}
