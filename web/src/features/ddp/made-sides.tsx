import { Badge, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { fitOfSide, vinylFormats } from '../../../../services/album-times/limits.js';
import type { SidesListResponse, VinylSide } from '../../api';
import { formatBytes, formatSeconds } from '../../lib/format/format';
import { fits } from '../../ui/side-fit';

interface MadeSidesProps extends Pick<SidesListResponse['data'], 'sides' | 'can'> {
  projectId: string;
}

/** The sides of the record as Lacquer makes them from the vinyl masters: one WAV and one cue sheet each. */
export function MadeSides({ projectId, sides, can }: MadeSidesProps) {
  return sides.map((side) => (
    <SideCard
      key={side.name}
      side={side}
      base={`/api/projects/${projectId}/sides/${side.name}`}
      canDownload={can.download}
    />
  ));
}

function SideCard({ side, base, canDownload }: { side: VinylSide; base: string; canDownload: boolean }) {
  const { name, format, durationS, tracks, made, refusals, notes } = side;
  const { label, mostS } = vinylFormats[format];
  const fit = fits[fitOfSide(durationS, format)];
  return (
    <Paper withBorder p="md" component="section" aria-label={`Side ${name}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <div>
            <Group gap="xs">
              <Title order={3}>Side {name}</Title>
              <Badge size="sm" color={fit.color} variant="light">
                {fit.label}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              {label} · {formatSeconds(durationS)} of at most {formatSeconds(mostS)}
            </Text>
          </div>
          <Group gap="xs">
            <Button
              variant="default"
              component="a"
              href={`${base}/cue`}
              download
              leftSection={<IconFileText size={16} aria-hidden />}
            >
              Cue sheet
            </Button>
            {made && canDownload && (
              <Button
                component="a"
                href={`${base}/${made.version}/file`}
                download
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                Download side {name} ({formatBytes(made.sizeBytes)})
              </Button>
            )}
          </Group>
        </Group>
        {refusals.length > 0 && <Lines label={`Why side ${name} cannot be made`} lines={refusals} />}
        {notes.length > 0 && <Lines label="For the cutting engineer (times on the side)" lines={notes} />}
        <Table verticalSpacing={4} aria-label={`Tracks of side ${name}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={44}>#</Table.Th>
              <Table.Th>Title</Table.Th>
              <Table.Th w={72} ta="right">
                Start
              </Table.Th>
              <Table.Th w={72} ta="right">
                Length
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tracks.map(({ trackId, title, startS, durationS: seconds }, index) => (
              <Table.Tr key={trackId}>
                <Table.Td>
                  {name}
                  {index + 1}
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{title}</Table.Td>
                <Table.Td ta="right" ff="monospace">
                  {formatSeconds(startS)}
                </Table.Td>
                <Table.Td ta="right" ff="monospace">
                  {seconds > 0 ? formatSeconds(seconds) : '–'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Paper>
  );
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {lines.map((line) => (
        <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </div>
  );
}
