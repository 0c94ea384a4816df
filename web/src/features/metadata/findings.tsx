import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import type { MetadataFinding, TrackMetadata } from '../../api';
import { type Field, labelOf } from './columns';
import type { Edits } from './draft';
import { cellId } from './track-grid';

interface FindingsProps {
  findings: MetadataFinding[];
  tracks: TrackMetadata[];
  onTake: (edits: Edits, count: number) => void;
}

const SHOWN = 4;

/** Lists errors, differences between sheet and files, and gaps. */
export function Findings({ findings, tracks, onTake }: FindingsProps) {
  const [all, setAll] = useState(false);
  const open = findings.filter(({ kind, field }) => kind !== 'missing' && field !== 'cover');
  const missing = findings.filter(({ kind }) => kind === 'missing');
  const fillable = missing.filter(({ suggestion }) => suggestion !== null);
  if (findings.length === 0) {
    return (
      <Group gap="xs" c="green">
        <IconCircleCheck size={18} aria-hidden />
        <Text size="sm">The sheet is complete, and the files agree with it.</Text>
      </Group>
    );
  }
  const numbers = new Map(tracks.map(({ trackId, trackNumber }) => [trackId, trackNumber]));
  return (
    <Paper withBorder p="sm" component="section" aria-label="To check">
      <Stack gap="xs">
        {open.slice(0, all ? undefined : SHOWN).map((finding) => (
          <Row
            key={[finding.trackId, finding.field, finding.message].join(' ')}
            finding={finding}
            numbers={numbers}
            onTake={onTake}
          />
        ))}
        {open.length > SHOWN && (
          <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setAll(!all)}>
            {all ? 'Show less' : `Show ${open.length - SHOWN} more`}
          </Anchor>
        )}
        {missing.length > 0 && (
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <IconListDetails size={16} style={{ flex: 'none', marginTop: 3 }} aria-hidden />
            <Text size="sm" c="dimmed" flex={1}>
              Stores also ask for: {missingText(missing, numbers)}.
            </Text>
            {fillable.length > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                flex="none"
                onClick={() => onTake(editsOf(fillable), fillable.length)}
              >
                Fill {fillable.length} from the files
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

interface RowProps extends Pick<FindingsProps, 'onTake'> {
  finding: MetadataFinding;
  numbers: Map<string, number>;
}

function Row({ finding, numbers, onTake }: RowProps) {
  const { trackId, field, kind, message, suggestion } = finding;
  const Icon = kind === 'wrong' ? IconCircleX : IconAlertTriangle;
  const where = `${trackId ? `Track ${numbers.get(trackId)}` : 'Release'}, ${labelOf(field)}`;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Text c={kind === 'wrong' ? 'red' : 'yellow'} lh={1} mt={3} flex="none">
        <Icon size={16} aria-label={kind === 'wrong' ? 'Wrong' : 'Differs'} />
      </Text>
      <Text size="sm" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {field === 'file' ? (
          where
        ) : (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => document.getElementById(cellId(trackId, field))?.focus()}
          >
            {where}
          </Anchor>
        )}
        : {message}
      </Text>
      {suggestion !== null && (
        <Button size="compact-sm" variant="default" flex="none" onClick={() => onTake(editsOf([finding]), 1)}>
          Use the file’s
        </Button>
      )}
    </Group>
  );
}

/** Changes that take over what the files say. */
function editsOf(findings: MetadataFinding[]): Edits {
  const edits: Edits = { release: {}, tracks: {} };
  for (const { trackId, field, suggestion } of findings) {
    if (trackId) edits.tracks[trackId] = { ...edits.tracks[trackId], [field]: suggestion };
    else edits.release = { ...edits.release, [field]: suggestion };
  }
  return edits;
}

/** `UPC or EAN, label, ISRC (tracks 2–5, 9)`. */
function missingText(missing: MetadataFinding[], numbers: Map<string, number>): string {
  const byField = Map.groupBy(missing, ({ field }) => field);
  return Array.from(byField, ([field, each]) => {
    const tracks = each.flatMap(({ trackId }) => (trackId ? [numbers.get(trackId)!] : []));
    const name = nameOf(field, each[0]!.trackId === null);
    if (tracks.length === 0) return name;
    return tracks.length === numbers.size ? `${name} (all tracks)` : `${name} (${rangesOf(tracks)})`;
  }).join(', ');
}

const nameOf = (field: Field, ofRelease: boolean): string =>
  field === 'explicit'
    ? 'whether lyrics are explicit'
    : ofRelease && field === 'artist'
      ? 'release artist'
      : ofRelease && field === 'album'
        ? 'release title'
        : /^(ISRC|UPC|℗|©)/.test(labelOf(field))
          ? labelOf(field)
          : labelOf(field).toLowerCase();

function rangesOf(numbers: number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const text = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
  return numbers.length === 1 ? `track ${text}` : `tracks ${text}`;
}
