import { DataList, Group, Modal, Stack, Table, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { File } from '../../api';
import { figuresOf } from '../../lib/format/analysis-text';
import { formatBytes } from '../../lib/format/format';
import { platformRows } from '../../lib/format/platforms';
import { trackUrl } from '../../lib/navigation/track-url';
import { CheckList } from '../../ui/check-list';
import type { Marker } from '../../ui/marker-groups';
import { FileWaveform } from './file-waveform';

interface TechnicalSheetProps {
  file: File | null;
  markersOf: (fileId: string) => Marker[];
  /** Renders the button that plays the file; null if it cannot be played. */
  play: (file: File) => ReactNode;
  onClose: () => void;
}

/** Technical details of a file: checks, measurements and how platforms play it. */
export function TechnicalSheet({ file, markersOf, play, onClose }: TechnicalSheetProps) {
  return (
    <Modal
      opened={file !== null}
      onClose={onClose}
      size="lg"
      title={file?.fileName}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      {file && <Sheet file={file} markers={markersOf(file.id)} play={play(file)} />}
    </Modal>
  );
}

function Sheet({ file, markers, play }: { file: File; markers: Marker[]; play: ReactNode }) {
  const { id, projectId, analysis, checks, sizeBytes, sha256 } = file;
  const platforms = platformRows(analysis);
  const figures = [...figuresOf(analysis), ['Size', formatBytes(sizeBytes)], ['SHA-256', sha256 ?? 'Not read yet']];
  return (
    <Stack gap="lg">
      {analysis.hasPeaks && (
        <Group gap="sm" wrap="nowrap">
          {play}
          <FileWaveform file={file} markers={markers} width={290} height={60} />
        </Group>
      )}
      <section>
        <Title order={3} size="h5" mb={6}>
          Checks
        </Title>
        {checks.length > 0 ? (
          <CheckList
            checks={checks}
            momentUrl={analysis.hasPreview ? (seconds) => trackUrl(projectId, id, seconds) : null}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {analysis.state === 'done' ? (
              <>
                <IconCircleCheck size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> No findings.
              </>
            ) : (
              (analysis.error?.message ?? 'The file is still being read.')
            )}
          </Text>
        )}
      </section>
      <section>
        <Title order={3} size="h5" mb={6}>
          Figures
        </Title>
        <DataList size="sm" gap={4} labelWidth="150px">
          {figures.map(([label, value]) => (
            <DataList.Item key={label}>
              <DataList.ItemLabel>{label}</DataList.ItemLabel>
              <DataList.ItemValue miw={0} style={{ overflowWrap: 'anywhere' }}>
                {value}
              </DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
      </section>
      {platforms.length > 0 && (
        <section>
          <Title order={3} size="h5">
            Platforms
          </Title>
          <Text size="xs" c="dimmed" mb={6}>
            How they play a master of this loudness, for information: masters are made louder on purpose.
          </Text>
          <Table.ScrollContainer minWidth={380}>
            <Table verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Platform</Table.Th>
                  <Table.Th ta="right">Plays at</Table.Th>
                  <Table.Th ta="right">This master</Table.Th>
                  <Table.Th ta="right">True peak up to</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {platforms.map(({ name, plays, change, ceiling, over }) => (
                  <Table.Tr key={name}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td ta="right">{plays}</Table.Td>
                    <Table.Td ta="right">{change}</Table.Td>
                    <Table.Td ta="right" fw={over ? 600 : undefined}>
                      {ceiling}
                      {over && ' (over)'}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </section>
      )}
    </Stack>
  );
}
