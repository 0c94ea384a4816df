import { Badge, Box, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Approval, File } from '../../api';
import { formatAge, formatLevel, formatSeconds } from '../../lib/format/format';
import { measuredText } from '../../lib/format/loudness';
import { FileName } from '../../ui/file-name';
import { LargeWaveform } from '../../ui/large-waveform';
import type { Marker } from '../../ui/marker-groups';
import { useWiderThan } from '../../ui/use-wider-than';
import { VerdictBadge } from '../../ui/verdict-badge';
import { clock } from './clock';
import { Verdict } from './verdict';

interface VersionRowProps {
  file: File;
  /** Number key that selects it. */
  number: number;
  /** What it is, as in 'Master v2'. */
  name: string;
  /** Decibels, at most 0, by which it is played lower than its file; null if that is not shown. */
  turnedDownDb: number | null;
  selected: boolean;
  /** The request for changes that it answers. */
  answers: Approval | null;
  markers: Marker[];
  onSelect: () => void;
  onSeek: (seconds: number) => void;
  onComment: (seconds: number) => void;
  /** The repeated passage; without an end while only its start is set. */
  passage: { from: number; to: number | null } | null;
  onPassage: (passage: { from: number; to: number }) => void;
  /** Called with all comments of a mark. */
  onMarker: (ids: string[]) => void;
}

/** One version with its waveform, either of which plays it on a click, and its verdicts. */
export function VersionRow({
  file,
  number,
  name,
  turnedDownDb,
  selected,
  answers,
  markers,
  onSelect,
  onSeek,
  onComment,
  passage,
  onPassage,
  onMarker,
}: VersionRowProps) {
  const wide = useWiderThan('sm');
  const { analysis } = file;
  const facts = [
    analysis.durationS !== null && formatSeconds(analysis.durationS),
    analysis.loudness && measuredText(analysis),
    formatAge(file.createdAt),
  ].filter(Boolean);
  return (
    <Box
      component="li"
      p="sm"
      bdrs="sm"
      bg={selected ? 'var(--mantine-color-default)' : undefined}
      style={{ border: `1px solid ${selected ? 'var(--mantine-color-default-border)' : 'transparent'}` }}
    >
      <Group gap="xs" mb={6} wrap={wide ? 'nowrap' : 'wrap'}>
        <UnstyledButton
          aria-pressed={selected}
          miw={0}
          maw={wide ? '50%' : undefined}
          flex={wide ? 'none' : '1 0 100%'}
          onClick={(event) => {
            // Drop the focus after a click, so that Space still plays and pauses.
            if (event.detail > 0) event.currentTarget.blur();
            onSelect();
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <Badge circle variant={selected ? 'filled' : 'light'} color={selected ? undefined : 'gray'} flex="none">
              {number}
            </Badge>
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          </Group>
        </UnstyledButton>
        <Box miw={0} flex="0 1 auto" c="dimmed" fz="xs" visibleFrom="sm">
          <FileName name={file.fileName} />
        </Box>
        {turnedDownDb !== null && (
          <Badge size="sm" flex="none" color="gray" aria-label={`Turned down by ${formatLevel(-turnedDownDb, 'dB')}`}>
            {formatLevel(turnedDownDb, 'dB')}
          </Badge>
        )}
        <VerdictBadge approval={file.approval} />
        <Text size="xs" c="dimmed" ml="auto" flex="none" visibleFrom="sm">
          {facts.join(' · ')}
        </Text>
      </Group>
      <Sound file={file}>
        {analysis.durationS !== null && (
          <LargeWaveform
            peaksUrl={`/api/files/${file.id}/peaks`}
            durationS={analysis.durationS}
            label={`Waveform of ${file.fileName}`}
            clock={selected ? clock : null}
            markers={markers}
            onSeek={onSeek}
            onShiftClick={onComment}
            passage={passage}
            onPassage={onPassage}
            onMarker={onMarker}
          />
        )}
      </Sound>
      <Verdict file={file} selected={selected} answers={answers} />
    </Box>
  );
}

/** The waveform, or the reason why there is none. */
function Sound({ file: { analysis }, children }: { file: File; children: ReactNode }) {
  if (analysis.hasPeaks) return children;
  if (analysis.state === 'failed' || analysis.state === 'done') {
    return (
      <Stack gap={0} mih={80} justify="center">
        <Text size="sm">This file cannot be heard here.</Text>
        <Text size="sm" c="dimmed">
          {analysis.error?.message ?? 'No preview could be made of it.'}
        </Text>
      </Stack>
    );
  }
  return (
    <Box role="status">
      <Skeleton h={56} mb={4} />
      <Text size="xs" c="dimmed">
        Being analyzed; ready to play in a moment.
      </Text>
    </Box>
  );
}
