import { Group, Loader, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DeliverableCheck, deliverableChecksListOptions, type DeliverableChecksListResponse } from '../api';
import { type CheckedFile, isChecked } from '../lib/deliverables';
import { formatSeconds, plural } from '../lib/format/format';

type Finding = DeliverableCheck['findings'][number];

const severities = {
  error: { label: 'Error', color: 'var(--mantine-color-red-text)', Icon: IconCircleX },
  warning: { label: 'Warning', color: 'var(--mantine-color-yellow-light-color)', Icon: IconAlertTriangle },
  note: { label: 'Note', color: 'dimmed', Icon: IconInfoCircle },
} as const;

const ORDER = Object.keys(severities);

/** Errors, warnings and notes, the worst first. */
export function FindingList({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return null;
  const sorted = findings.toSorted((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Findings">
      {sorted.map(({ severity, text }) => {
        const { label, color, Icon } = severities[severity];
        return (
          <Group key={text} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <Text span c={color} lh={1} mt={3} flex="none">
              <Icon size={16} aria-label={label} role="img" />
            </Text>
            <Text size="sm" c={severity === 'note' ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          </Group>
        );
      })}
    </Stack>
  );
}

/** The tracks of a side with their starts and lengths. */
export function SideTracks({ name, tracks }: { name: string; tracks: DeliverableCheck['tracks'] }) {
  if (tracks.length === 0) return null;
  return (
    <Table verticalSpacing={2} aria-label={name} layout="fixed" maw={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Track</Table.Th>
          <Table.Th w={80} ta="right">
            Start
          </Table.Th>
          <Table.Th w={80} ta="right">
            Length
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tracks.map(({ trackId, title, startS, endS }) => (
          <Table.Tr key={trackId}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{title}</Table.Td>
            <Table.Td ta="right">{formatSeconds(Math.round(startS))}</Table.Td>
            <Table.Td ta="right">{endS === null ? '–' : formatSeconds(Math.round(endS - startS))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The checks of a project's sides, Dolby Atmos masters and DDPs. */
export const useChecks = (projectId: string, enabled = true) =>
  useQuery({ ...deliverableChecksListOptions({ path: { projectId } }), select: checksOf, enabled });

const checksOf = (reply: DeliverableChecksListResponse) => reply.data.checks;

function useCheck(projectId: string, file: CheckedFile) {
  const { data, isError } = useChecks(projectId, isChecked(file));
  return { isLoaded: data !== undefined, isError, check: data?.find(({ fileId }) => fileId === file.id) };
}

/** Everything that was found about a side of a record, a Dolby Atmos master or a DDP. */
export function DeliverableFindings({ projectId, file }: { projectId: string; file: CheckedFile }) {
  const { isLoaded, isError, check } = useCheck(projectId, file);
  if (!isChecked(file)) return null;
  if (isError) return <Text size="sm">The checks could not be loaded.</Text>;
  if (!isLoaded) return <Loader size="xs" aria-label="Loading the checks" />;
  if (!check) {
    return (
      <Text size="sm" c="dimmed">
        The checks appear here after the analysis.
      </Text>
    );
  }
  return (
    <Stack gap="xs" w="100%" role="group" aria-label="Checks">
      {check.facts && <Text size="sm">{check.facts}</Text>}
      <SideTracks name="Tracks on this side" tracks={check.tracks} />
      <FindingList findings={check.findings} />
    </Stack>
  );
}

/** '1 error, 2 warnings' of a file, or the given text if there is nothing serious. */
export function FindingCount({
  projectId,
  file,
  otherwise,
}: {
  projectId: string;
  file: CheckedFile;
  otherwise: string;
}) {
  const { check } = useCheck(projectId, file);
  const countOf = (severity: Finding['severity']) =>
    check?.findings.filter((finding) => finding.severity === severity).length ?? 0;
  const [errors, warnings] = [countOf('error'), countOf('warning')];
  const text = [errors > 0 && plural(errors, 'error'), warnings > 0 && plural(warnings, 'warning')].filter(Boolean);
  if (text.length === 0) return otherwise;
  return (
    <Text span inherit c={errors > 0 ? severities.error.color : severities.warning.color}>
      {text.join(', ')}
    </Text>
  );
}
