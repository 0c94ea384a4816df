import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { UploadedSide } from '../../api';
import { deliverableName } from '../../lib/deliverables';
import { formatSeconds } from '../../lib/format/format';
import { FindingList, SideTracks } from '../../ui/deliverable-findings';

/** Sides that were uploaded as one file each, with the tracks that were found on them. */
export function UploadedSides({ projectId, uploaded }: { projectId: string; uploaded: UploadedSide[] }) {
  return uploaded.map((side) => (
    <UploadedSideCard
      key={side.fileId}
      side={side}
      cue={`/api/projects/${projectId}/sides/uploaded/${side.fileId}/cue`}
    />
  ));
}

function UploadedSideCard({ side: uploaded, cue }: { side: UploadedSide; cue: string }) {
  const { fileName, isStaged, side, title, durationS, tracks, findings } = uploaded;
  const name = deliverableName({ kind: 'vinyl_side', side, title });
  return (
    <Paper withBorder p="md" component="section" aria-label={`${name}, uploaded`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <div>
            <Group gap="xs">
              <Title order={3}>{name}</Title>
              <Badge size="sm" variant="light" color="gray">
                {isStaged ? 'Staged' : 'Uploaded'}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[fileName, durationS !== null && formatSeconds(durationS)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Button
            variant="default"
            component="a"
            href={cue}
            download
            leftSection={<IconFileText size={16} aria-hidden />}
          >
            Cue sheet
          </Button>
        </Group>
        <SideTracks name={`Tracks on ${fileName}`} tracks={tracks} />
        <FindingList findings={findings} />
      </Stack>
    </Paper>
  );
}
