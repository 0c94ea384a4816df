import { Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StagingFile, TrackEntry } from '../../api';
import { placedName } from '../../lib/deliverables';
import { formatBytes } from '../../lib/format/format';
import { deliverableKinds } from '../../lib/words';
import { DeliverableFindings } from '../../ui/deliverable-findings';
import { FileName } from '../../ui/file-name';

interface OtherDeliverablesProps {
  projectId: string;
  files: StagingFile[];
  entries: TrackEntry[];
  selected: ReadonlySet<string>;
  onSelect: (fileId: string, selected: boolean) => void;
  play: (file: StagingFile) => ReactNode;
}

/** Staged files that are delivered besides the masters. Each is released by itself. */
export function OtherDeliverables({ projectId, files, entries, selected, onSelect, play }: OtherDeliverablesProps) {
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="other-deliverables">
      <Title order={3} mb="xs" id="other-deliverables">
        Other deliverables
      </Title>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {files.map((file) => {
          const failure = file.analysis.state === 'failed' ? (file.analysis.error?.message ?? 'Cannot be read') : null;
          const name = placedName(file.deliverable!, entries);
          return (
            <Group
              key={file.id}
              component="li"
              gap="sm"
              py={6}
              mih={44}
              wrap="nowrap"
              style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
            >
              <Checkbox
                size="sm"
                aria-label={`Release ${name}: ${file.originalName}`}
                disabled={failure !== null}
                checked={failure === null && selected.has(file.id)}
                onChange={(event) => onSelect(file.id, event.currentTarget.checked)}
              />
              {file.analysis.hasPreview && play(file)}
              <Group gap="sm" flex={1} miw={0} wrap="wrap">
                <Text size="sm" fw={500} flex="1 1 200px" miw={0} truncate title={name}>
                  {name}
                  <Text span size="xs" c="dimmed" fw={400} ml="xs">
                    {deliverableKinds[file.deliverable!.kind].means}
                  </Text>
                </Text>
                <Group gap="xs" flex="1 1 200px" miw={0} wrap="nowrap">
                  <FileName name={file.originalName} size="xs" c="dimmed" />
                  <Text size="xs" c="dimmed" flex="none">
                    {formatBytes(file.sizeBytes)}
                  </Text>
                </Group>
                <DeliverableFindings projectId={projectId} file={file} />
                {failure && (
                  <Group gap={4} wrap="nowrap" c="var(--mantine-color-red-text)">
                    <IconCircleX size={14} aria-hidden style={{ flex: 'none' }} />
                    <Text size="xs">{failure}</Text>
                  </Group>
                )}
              </Group>
            </Group>
          );
        })}
      </Stack>
    </section>
  );
}
