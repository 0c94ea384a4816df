import { ActionIcon, Anchor, Badge, Box, Collapse, Group, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconMessage } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { File } from '../../api';
import { filesOf, mixesOf, namesOf, type TrackFiles } from '../../lib/audio/tracks';
import { formatSeconds, plural } from '../../lib/format/format';
import type { Marker } from '../../ui/marker-groups';
import { useWiderThan } from '../../ui/use-wider-than';
import { FileWaveform } from './file-waveform';
import { answeredRequest, heardFile, stateOf, type TrackState } from './record';

const WAVEFORM = { width: 260, height: 40 };

const STATES: Record<TrackState, { label: string; color: string; variant?: string }> = {
  new: { label: 'New', color: 'teal', variant: 'filled' },
  heard: { label: 'Heard', color: 'gray' },
  commented: { label: 'Commented', color: 'blue' },
  approved_by_you: { label: 'Approved by you', color: 'green', variant: 'outline' },
  approved: { label: 'Approved', color: 'green' },
  changes_requested: { label: 'Changes requested', color: 'orange' },
};

interface RecordRowProps {
  track: TrackFiles;
  /** Place in the list, from 1. */
  place: number;
  projectId: string;
  userId: string;
  /** The button that plays it. */
  play: (file: File) => ReactNode;
  /** The file that the player has loaded. */
  loadedId: string | null;
  /** Files on which the reader has commented. */
  commented: ReadonlySet<string>;
  /** Number of comments on a file that are not resolved. */
  openComments: ReadonlyMap<string, number>;
  markersOf: (fileId: string) => Marker[];
  /** Renders one of its files with everything that can be done with it. */
  row: (file: File) => ReactNode;
}

/** One track for its client: title, newest master and state. Its files are one click away. */
export function RecordRow(props: RecordRowProps) {
  const { track, place, projectId, userId, play, loadedId, commented, openComments, markersOf, row } = props;
  const wide = useWiderThan('lg');
  /** Whether the state has room beside the title. */
  const beside = useWiderThan('sm');
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const files = filesOf(track);
  const file = heardFile(track) ?? track.groups[0]!.newest;
  const comments = files.reduce((sum, { id }) => sum + (openComments.get(id) ?? 0), 0);
  const isLoaded = files.some(({ id }) => id === loadedId);
  const state = stateOf(track, commented, userId);
  const status = (
    <>
      {comments > 0 && (
        <Group
          gap={3}
          wrap="nowrap"
          c="dimmed"
          role="img"
          aria-label={plural(comments, 'open comment')}
          title={plural(comments, 'open comment')}
        >
          <IconMessage size={14} aria-hidden />
          <Text size="xs">{comments}</Text>
        </Group>
      )}
      {state && (
        <Badge size="sm" flex="none" color={STATES[state].color} variant={STATES[state].variant}>
          {STATES[state].label}
        </Badge>
      )}
    </>
  );
  return (
    <Box
      component="li"
      data-track={track.id}
      aria-current={isLoaded || undefined}
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group gap="sm" wrap="nowrap" mih={60} py={8}>
        <Box w={36} flex="none">
          {file.analysis.hasPreview && play(file)}
        </Box>
        <Text size="sm" c="dimmed" w={20} ta="right" flex="none" visibleFrom="sm">
          {place}
        </Text>
        <Box flex={1} miw={0}>
          <Anchor
            component={Link}
            data-track-title
            to={`/app/projects/${projectId}/tracks/${file.id}`}
            c={isLoaded ? 'var(--mantine-primary-color-light-color)' : 'inherit'}
            fw={500}
            underline="hover"
            lineClamp={2}
            style={{ overflowWrap: 'anywhere' }}
          >
            {track.title}
          </Anchor>
          <Group gap={6} wrap="nowrap">
            {!beside && status}
            <Text size="xs" c="dimmed" truncate>
              {describe(track, file, userId)}
            </Text>
          </Group>
        </Box>
        {wide && <FileWaveform file={file} markers={markersOf(file.id)} {...WAVEFORM} />}
        {beside && (
          <Group gap={6} wrap="nowrap" justify="flex-end" flex="none" miw={150}>
            {status}
          </Group>
        )}
        <Text size="sm" c="dimmed" w={42} ta="right" flex="none" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {file.analysis.durationS !== null && formatSeconds(file.analysis.durationS)}
        </Text>
        <Tooltip label="Files and details">
          <ActionIcon
            aria-label={`Files of ${track.title}`}
            aria-expanded={open}
            aria-controls={detailsId}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={16} aria-hidden style={{ transform: open ? 'rotate(180deg)' : undefined }} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Collapse expanded={open} id={detailsId}>
        {open && (
          <Box component="ul" m={0} p={0} pb="xs" pl={{ sm: 48 }} style={{ listStyle: 'none' }}>
            {files.map((each) => row(each))}
          </Box>
        )}
      </Collapse>
    </Box>
  );
}

/** 'Master v2, answers “Less bass” · 2 mixes' */
function describe(track: TrackFiles, file: File, userId: string): string {
  const mixes = mixesOf(track).filter(({ id }) => id !== file.id).length;
  const rest = mixes === 0 ? '' : mixes === 1 ? ' · 1 mix' : ` · ${mixes} mixes`;
  return describeFile(track, file, userId) + rest;
}

function describeFile(track: TrackFiles, file: File, userId: string): string {
  const { analysis } = file;
  const name = namesOf(track, userId).get(file.id)!;
  if (!analysis.hasPreview)
    return analysis.state === 'failed' ? `${name}, cannot be played` : `${name}, being analyzed`;
  const request = answeredRequest(track);
  if (request === null) return name;
  return request === '' ? `${name}, answers your request` : `${name}, answers “${request}”`;
}
