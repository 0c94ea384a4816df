import {
  Box,
  Button,
  DataList,
  Group,
  Popover,
  Progress,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleX, IconHistory, IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { documentKindOf, extensionOf } from '../../../../services/file-kinds/documents.js';
import type { Analysis, StagingFile } from '../../api';
import { figuresOf, formatAndLength, loudnessText } from '../../lib/format/analysis-text';
import { plural } from '../../lib/format/format';
import type { UploadState } from '../../lib/uploads/upload-types';
import { CheckList } from '../../ui/check-list';
import { Waveform } from '../../ui/waveform';
import type { Listen } from './listen';
import { peaksUrl } from './row';
import { isBusy } from './rows';
import { useUpload } from './uploads';

const OLDER_ENGINE = 'Analyzed by an older engine';

function SecondLine({ analysis, isDocument }: { analysis: Analysis; isDocument: boolean }) {
  const { state, progress, error } = analysis;
  if (isDocument && state !== 'failed') {
    return (
      <Text size="xs" c="dimmed">
        {state === 'done' ? 'Checked' : 'Reading'}
      </Text>
    );
  }
  if (state === 'queued')
    return (
      <Text size="xs" c="dimmed">
        Waiting for analysis
      </Text>
    );
  if (state === 'running') {
    const percent = Math.round(progress * 100);
    return (
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed" flex="none">
          Analyzing {percent}%
        </Text>
        <Progress value={percent} size={3} flex={1} maw={64} aria-label={`Analysis, ${percent}%`} />
      </Group>
    );
  }
  if (state === 'failed')
    return (
      <Text size="xs" c="red" truncate title={error?.message}>
        {error?.message ?? 'Cannot be read'}
      </Text>
    );
  return (
    <Text size="xs" c="dimmed" truncate>
      {loudnessText(analysis)}
    </Text>
  );
}

const ARRIVALS: Partial<Record<UploadState, string>> = {
  waiting: 'Waiting to be sent',
  failed: 'Could not be sent',
  cancelled: 'Cancelled',
};

/** Upload progress of an incoming file. */
function Arrival({ projectId, file }: { projectId: string; file: StagingFile }) {
  const upload = useUpload(projectId, file.r2Key);
  if (upload?.state === 'sending') {
    const percent = Math.floor((upload.sentBytes / upload.sizeBytes) * 100);
    return (
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed" flex="none">
          Uploading {percent}%
        </Text>
        <Progress value={percent} size={3} flex={1} maw={64} aria-label={`${file.originalName}, sent`} />
      </Group>
    );
  }
  return (
    <Text size="xs" c="dimmed" truncate>
      {upload ? (ARRIVALS[upload.state] ?? 'Checking') : 'Not here yet'}
    </Text>
  );
}

function Marks({ file: { analysis, checks } }: { file: StagingFile }) {
  const warnings = checks.filter(({ accepted }) => accepted === null).length;
  if (analysis.state === 'failed') return <IconCircleX size={16} color="var(--mantine-color-red-text)" aria-hidden />;
  if (warnings > 0) {
    return (
      <IconAlertTriangle
        size={16}
        color="var(--mantine-color-yellow-text)"
        role="img"
        aria-label={plural(warnings, 'warning')}
      />
    );
  }
  if (!analysis.stale) return null;
  return <IconHistory size={16} color="var(--mantine-color-dimmed)" role="img" aria-label={OLDER_ENGINE} />;
}

interface SoundProps {
  file: StagingFile;
  projectId: string;
  listen: Listen;
  onAnalyseAgain: (fileId: string) => void;
  /** As in `RowProps`. */
  live?: boolean;
}

function Details({ projectId, file, listen, onAnalyseAgain }: Omit<SoundProps, 'live'>) {
  const { analysis } = file;
  return (
    <Stack gap="sm">
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {file.originalName}
      </Text>
      {analysis.hasPeaks && (
        <Group gap="xs" wrap="nowrap">
          {analysis.hasPreview && listen.button(file)}
          <Waveform
            url={peaksUrl(projectId, file)}
            width={278}
            height={60}
            label={`Waveform of ${file.originalName}`}
          />
        </Group>
      )}
      {analysis.state === 'failed' && (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconCircleX
            size={16}
            color="var(--mantine-color-red-text)"
            style={{ flex: 'none', marginTop: 2 }}
            aria-hidden
          />
          <Text size="sm">{analysis.error?.message ?? 'The file cannot be read.'}</Text>
        </Group>
      )}
      <CheckList checks={file.checks} />
      {file.verdict && <Text size="sm">{file.verdict}</Text>}
      <DataList size="xs" gap={4} labelWidth="140px">
        {figuresOf(analysis).map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      {!isBusy(file) && (
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {analysis.stale && OLDER_ENGINE}
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => onAnalyseAgain(file.id)}
          >
            Analyze again
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Popover with all analysis results, below the button that opened it. */
function OpenDetails({
  button,
  onClose,
  ...sound
}: Omit<SoundProps, 'live'> & { button: HTMLElement; onClose: () => void }) {
  const [dropdown, setDropdown] = useState<HTMLElement | null>(null);
  useClickOutside(onClose, null, [button, dropdown]);
  return (
    <Popover
      opened
      onChange={onClose}
      closeOnClickOutside={false}
      withRoles={false}
      width={350}
      position="bottom-start"
    >
      <Popover.Target>
        <Box component="span" pos="absolute" inset={0} style={{ pointerEvents: 'none' }} />
      </Popover.Target>
      <Popover.Dropdown ref={setDropdown} role="dialog" aria-label={`Analysis of ${sound.file.originalName}`}>
        <Details {...sound} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Analysis results in two lines; a click shows all of them. */
export function SoundCell({ projectId, file, listen, onAnalyseAgain, live = true }: SoundProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const { analysis } = file;
  const isDocument = documentKindOf(file.originalName) !== null;
  // It is not decoded; its checks are beside it.
  const isAtmos = file.deliverable?.kind === 'atmos';
  const kind = isDocument ? extensionOf(file.originalName).toUpperCase() : 'ADM BWF';
  const first = isDocument || isAtmos ? kind : formatAndLength(analysis);
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Escape' || button === null) return;
    event.preventDefault();
    event.stopPropagation();
    setButton(null);
    button.focus();
  }
  return (
    <Box pos="relative" onKeyDown={onKeyDown}>
      <UnstyledButton
        w="100%"
        tabIndex={live ? 0 : -1}
        aria-haspopup="dialog"
        aria-expanded={button !== null}
        onClick={({ currentTarget }) => setButton((open) => (open ? null : currentTarget))}
      >
        <VisuallyHidden>Analysis of {file.originalName}</VisuallyHidden>
        <Group gap={6} wrap="nowrap">
          <Box miw={0} flex={1}>
            {first !== null && (
              <Text size="xs" truncate>
                {first}
              </Text>
            )}
            {file.status === 'incoming' ? (
              <Arrival projectId={projectId} file={file} />
            ) : (
              <SecondLine analysis={analysis} isDocument={isDocument || isAtmos} />
            )}
          </Box>
          <Marks file={file} />
        </Group>
      </UnstyledButton>
      {button && (
        <OpenDetails {...{ projectId, file, listen, onAnalyseAgain, button }} onClose={() => setButton(null)} />
      )}
    </Box>
  );
}
