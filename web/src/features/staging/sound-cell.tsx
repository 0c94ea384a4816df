import { Box, DataList, Group, Popover, Progress, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { Analysis, StagingFile } from '../../api';
import { plural } from '../../lib/format';
import { Waveform } from '../../ui/waveform';
import { figuresOf, formatAndLength, loudnessText } from './sound';

function SecondLine({ analysis }: { analysis: Analysis }) {
  const { state, progress, error } = analysis;
  if (state === 'queued') return <Text size="xs" c="dimmed">Waiting for analysis</Text>;
  if (state === 'running') {
    const percent = Math.round(progress * 100);
    return (
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed" flex="none">Analyzing {percent}%</Text>
        <Progress value={percent} size={3} flex={1} maw={64} aria-label={`Analysis, ${percent}%`} />
      </Group>
    );
  }
  if (state === 'failed') return <Text size="xs" c="red" truncate title={error?.message}>{error?.message ?? 'Cannot be read'}</Text>;
  return <Text size="xs" c="dimmed" truncate>{loudnessText(analysis)}</Text>;
}

function Marks({ analysis }: { analysis: Analysis }) {
  const warnings = analysis.warnings?.length ?? 0;
  if (analysis.state === 'failed') return <IconCircleX size={16} color="var(--mantine-color-red-text)" aria-hidden />;
  if (warnings === 0) return null;
  return <IconAlertTriangle size={16} color="var(--mantine-color-yellow-text)" role="img" aria-label={plural(warnings, 'warning')} />;
}

interface SoundProps {
  file: StagingFile;
  /** Address of the stored peaks. */
  peaksUrl: string;
  /** Whether Tab stops here. */
  tabbable?: boolean;
}

function Details({ file, peaksUrl }: Omit<SoundProps, 'tabbable'>) {
  const { analysis } = file;
  return (
    <Stack gap="sm">
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>{file.originalName}</Text>
      {analysis.hasPeaks && <Waveform url={peaksUrl} width={316} height={60} label={`Waveform of ${file.originalName}`} />}
      {analysis.state === 'failed' && (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconCircleX size={16} color="var(--mantine-color-red-text)" style={{ flex: 'none', marginTop: 2 }} aria-hidden />
          <Text size="sm">{analysis.error?.message ?? 'The file cannot be read.'}</Text>
        </Group>
      )}
      {(analysis.warnings ?? []).map(({ code, message }) => (
        <Group key={code} gap="xs" wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={16} color="var(--mantine-color-yellow-text)" style={{ flex: 'none', marginTop: 2 }} aria-hidden />
          <Text size="sm">{message}</Text>
        </Group>
      ))}
      {file.verdict && <Text size="sm">{file.verdict}</Text>}
      <DataList size="xs" gap={4} labelWidth="140px">
        {figuresOf(analysis).map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
    </Stack>
  );
}

/** What the analysis found, in two lines; all of it on a click. */
export function SoundCell({ file, peaksUrl, tabbable = true }: SoundProps) {
  const { analysis } = file;
  const first = formatAndLength(analysis);
  return (
    <Popover width={350} position="bottom-start" withinPortal>
      <Popover.Target>
        <UnstyledButton w="100%" tabIndex={tabbable ? 0 : -1}>
          <VisuallyHidden>Analysis of {file.originalName}</VisuallyHidden>
          <Group gap={6} wrap="nowrap">
            <Box miw={0} flex={1}>
              {first !== null && <Text size="xs" truncate>{first}</Text>}
              <SecondLine analysis={analysis} />
            </Box>
            <Marks analysis={analysis} />
          </Group>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown><Details file={file} peaksUrl={peaksUrl} /></Popover.Dropdown>
    </Popover>
  );
}
