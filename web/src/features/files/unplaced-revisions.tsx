import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dataOf,
  type File,
  filesListOptions,
  type Project,
  tracksListOptions,
  tracksUpdateSlotMutation,
} from '../../api';
import { fileKeys, projectKeys, stagingKeys } from '../../api/keys';
import { bySlotOrder, slotKinds } from '../../lib/slots';
import { isUnplacedRevision } from './replacing';

/** For engineers: asks where revisions belong whose names no master shares. */
export function UnplacedRevisions({ project }: { project: Project }) {
  const { data } = useQuery({
    ...filesListOptions({ path: { projectId: project.id } }),
    select: dataOf,
    enabled: project.can.update,
  });
  const unplaced = project.can.update ? (data ?? []).filter(isUnplacedRevision) : [];
  if (unplaced.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconHelpCircle aria-hidden />}
      title={unplaced.length === 1 ? 'Where does this revision belong?' : 'Where do these revisions belong?'}
    >
      <Stack gap="md">
        <Text size="sm">
          No master shares its name, so it has no slot yet. Choose the track and slot that it replaces.
        </Text>
        {unplaced.map((file) => (
          <Question key={file.id} file={file} projectId={project.id} />
        ))}
      </Stack>
    </Alert>
  );
}

function Question({ file, projectId }: { file: File; projectId: string }) {
  const { data } = useQuery({ ...tracksListOptions({ path: { projectId } }), select: dataOf });
  const entries = [...(data?.tracks ?? [])].sort((one, other) => one.track.trackNumber - other.track.trackNumber);
  const [trackId, setTrackId] = useState<string | null>(null);
  const [slotId, setSlotId] = useState<string | null>(null);
  const slots = [...(entries.find(({ track }) => track.id === trackId)?.slots ?? [])].sort(bySlotOrder);
  const place = useMutation({
    ...tracksUpdateSlotMutation(),
    meta: {
      invalidates: [...fileKeys(projectId), ...projectKeys(projectId), ...stagingKeys(projectId)],
      success: { title: 'Revision Placed', message: `${file.fileName} has its slot` },
      failure: { title: 'Error', message: 'Failed to place the revision' },
    },
  });
  return (
    <Stack gap={6} role="group" aria-label={`Place ${file.fileName}`}>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {file.fileName}
      </Text>
      <Group gap="xs">
        <Select
          aria-label={`Track of ${file.fileName}`}
          placeholder={data && entries.length === 0 ? 'No tracks yet' : 'Track'}
          data={entries.map(({ track }) => ({ value: track.id, label: `${track.trackNumber}. ${track.title}` }))}
          value={trackId}
          onChange={(value) => {
            setTrackId(value);
            const chosen = entries.find(({ track }) => track.id === value)?.slots ?? [];
            setSlotId(chosen.find(({ slotType }) => slotType === 'streaming_master')?.id ?? null);
          }}
          w={{ base: '100%', xs: 240 }}
          searchable
        />
        <Select
          aria-label={`Slot of ${file.fileName}`}
          placeholder="Slot"
          disabled={!trackId}
          data={slots.map(({ id, slotType, fileId }) => ({
            value: id,
            label: `${slotKinds[slotType].label}${fileId ? ' (replaces its master)' : ''}`,
          }))}
          value={slotId}
          onChange={setSlotId}
          w={{ base: '100%', xs: 260 }}
        />
        <Button
          disabled={!slotId}
          loading={place.isPending}
          onClick={() => slotId && place.mutate({ path: { id: slotId }, body: { fileId: file.id } })}
        >
          Place revision
        </Button>
      </Group>
    </Stack>
  );
}
