import { List, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deliverableChecksListOptions, type StagingFile } from '../../api';

const SERIOUS = {
  error: { label: 'Error: ', color: 'red' },
  warning: { label: 'Warning: ', color: 'var(--mantine-color-yellow-light-color)' },
} as const;

/** Findings about a side of a record or a Dolby Atmos master. */
export function DeliverableFindings({ projectId, file }: { projectId: string; file: StagingFile }) {
  const kind = file.deliverable?.kind;
  const isChecked = kind === 'vinyl_side' || kind === 'atmos';
  const { data, isError } = useQuery({
    ...deliverableChecksListOptions({ path: { projectId } }),
    enabled: isChecked,
  });
  if (!isChecked) return null;
  if (isError) return <Text size="sm">The checks could not be loaded.</Text>;
  if (!data) return <Loader size="xs" aria-label="Loading the checks" />;
  const check = data.data.checks.find(({ stagingFileId }) => stagingFileId === file.id);
  if (!check) {
    return (
      <Text size="sm" c="dimmed">
        The checks appear here after the analysis.
      </Text>
    );
  }
  return (
    <Stack gap={4} role="group" aria-label="Checks">
      {check.facts && <Text size="sm">{check.facts}</Text>}
      <List size="sm" spacing={2}>
        {check.findings.map(({ severity, text }) => (
          <List.Item key={text} c={severity === 'note' ? 'dimmed' : undefined}>
            {severity !== 'note' && (
              <Text span inherit fw={600} c={SERIOUS[severity].color}>
                {SERIOUS[severity].label}
              </Text>
            )}
            {text}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
