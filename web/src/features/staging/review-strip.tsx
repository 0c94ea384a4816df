import { Badge, Box, Button, Group, Kbd, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { TrackEntry } from '../../api';
import { isFilled } from '../../lib/completion';
import { placeLabel, slotKinds } from '../../lib/slots';
import { FileName } from '../../ui/file-name';
import { confidenceColor, trackOf } from './assignments';
import { slotTypes } from './keyboard';
import type { Listen } from './listen';
import { type Reason, reasonsOf } from './reasons';
import type { StagingRow } from './rows';
import type { StagingActions } from './use-staging';

/** Height of one name line and three reason lines, the same for every row so that nothing jumps. */
const REASONS_HEIGHT = 51;

function Reasons({ reasons, sign, empty }: { reasons: Reason[]; sign: Reason['sign']; empty: string }) {
  const own = reasons.filter((reason) => reason.sign === sign);
  if (own.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {own.map(({ text }, index) => (
        <Text key={index} component="li" size="xs" lh="17px" pl={14} style={{ textIndent: -14 }}>
          <Text span inherit ff="monospace" fw={700} c={sign === '+' ? 'green' : 'red'}>
            {sign}{' '}
          </Text>
          {text}
        </Text>
      ))}
    </Stack>
  );
}

interface StripProps {
  row: StagingRow;
  entries: TrackEntry[];
  actions: StagingActions;
  listen: Listen;
}

/** Explains the current row: reasons for its suggestion, the next decision, and other slots to pick by key or click. */
export function ReviewStrip({ row, entries, actions, listen }: StripProps) {
  const { file, suggestion, conflict } = row;
  const reasons = suggestion ? reasonsOf(suggestion) : [];
  return (
    <Paper withBorder px="sm" py={5} component="aside" aria-label="Review of the current file">
      <Group gap="lg" wrap="nowrap" align="flex-start">
        <Box flex={1} miw={0}>
          <Group gap="sm" wrap="nowrap" h={24}>
            {file.analysis.hasPreview && listen.button(file)}
            <FileName name={file.originalName} fw={600} />
            {conflict && (
              <Group gap={4} wrap="nowrap" c="var(--mantine-color-yellow-light-color)" miw={0}>
                <IconAlertTriangle size={14} aria-hidden style={{ flex: 'none' }} />
                <Text size="xs" c="inherit" truncate title={conflict}>
                  {conflict}
                </Text>
              </Group>
            )}
          </Group>
          <Box h={REASONS_HEIGHT} tabIndex={0} role="group" aria-label="Reasons" style={{ overflowY: 'auto' }}>
            {suggestion ? (
              <SimpleGrid cols={2} spacing="lg">
                <Reasons reasons={reasons} sign="+" empty="Nothing in particular supports it" />
                <Reasons reasons={reasons} sign="−" empty="Nothing contradicts it" />
              </SimpleGrid>
            ) : (
              <Text size="xs" c="dimmed">
                {sentenceOf(row)}
              </Text>
            )}
          </Box>
        </Box>
        <Places row={row} entries={entries} actions={actions} />
      </Group>
    </Paper>
  );
}

function Places({ row: { file, suggestion, runnerUp }, entries, actions }: Omit<StripProps, 'listen'>) {
  const readable = file.analysis.state !== 'failed';
  const track = readable ? trackOf(file) : null;
  const slots = entries.find((entry) => entry.track.id === track?.trackId)?.slots ?? [];
  const current = file.assignment ?? suggestion;
  if (!track) return null;
  return (
    <Box flex="none" w={540}>
      <Group gap="xs" wrap="nowrap" h={24} justify="space-between">
        <Text size="xs" c="dimmed">
          Track {track.trackNumber}
        </Text>
        {runnerUp && readable && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Kbd size="xs">R</Kbd>}
            rightSection={
              <Badge size="xs" color={confidenceColor(runnerUp.confidence)}>
                {runnerUp.confidence}%
              </Badge>
            }
            onClick={() => actions.assign(file.id, runnerUp)}
          >
            Runner-up: {placeLabel(runnerUp)}
          </Button>
        )}
      </Group>
      <SimpleGrid cols={3} spacing={4} verticalSpacing={3}>
        {slotTypes.map((slotType, index) => {
          const slot = slots.find((each) => each.slotType === slotType);
          if (!slot) return null;
          const here = current?.slotType === slotType;
          const filled = isFilled(slot) && !(file.assignment && here);
          return (
            <Button
              key={slotType}
              size="compact-xs"
              px={4}
              h={24}
              justify="flex-start"
              variant={here ? 'light' : 'default'}
              leftSection={<Kbd size="xs">{index + 1}</Kbd>}
              rightSection={filled && <IconCheck size={12} aria-label="filled" />}
              title={filled ? 'Filled already' : undefined}
              onClick={() => actions.intoSlot([file], slotType)}
            >
              {slotKinds[slotType].label}
            </Button>
          );
        })}
      </SimpleGrid>
    </Box>
  );
}

const PLACED: Record<StagingRow['file']['status'], string> = {
  incoming: 'As soon as it is here:',
  pending: 'Assigned to',
  assigned: 'Assigned to',
  released: 'Released as',
};

function sentenceOf({ file, waitsFor }: StagingRow): string {
  if (file.analysis.state === 'failed') return file.analysis.error?.message ?? 'The file cannot be read.';
  if (file.assignment) return `${PLACED[file.status]} ${placeLabel(file.assignment)}.`;
  if (waitsFor)
    return `Its name says track ${waitsFor.trackNumber}${waitsFor.title && ` · ${waitsFor.title}`}, which does not exist yet.`;
  return file.verdict ?? 'No suggestion yet.';
}
