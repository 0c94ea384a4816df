import { Center, Image, Paper } from '@mantine/core';
import { IconDisc } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { metadataGetOptions } from '../../api';

const EDGE = 88;

/** The release's cover at the head of its record; a disc while there is none. */
export function RecordCover({ projectId }: { projectId: string }) {
  const { data } = useQuery(metadataGetOptions({ path: { id: projectId } }));
  const cover = data?.data.cover;
  return (
    <Paper withBorder w={EDGE} h={EDGE} flex="none" style={{ overflow: 'hidden' }}>
      {cover ? (
        <Image
          src={`/api/projects/${projectId}/metadata/cover?size=small&of=${cover.sha256.slice(0, 12)}`}
          alt="Cover"
          w={EDGE}
          h={EDGE}
          fit="contain"
        />
      ) : (
        <Center h="100%" c="dimmed">
          <IconDisc size={36} stroke={1.2} role="img" aria-label="No cover yet" />
        </Center>
      )}
    </Paper>
  );
}
