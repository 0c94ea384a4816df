import { Badge, Box, Button, Group, Kbd, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TrackEntry } from '../../api';
import { isFilled } from '../../lib/completion';
import { placeLabel, slotKinds } from '../../lib/slots';
import { FileName } from '../../ui/file-name';
import { confidenceColor, trackOf } from './assignments';
import { slotTypes } from './keyboard';
import { type Reason, reasonsOf } from './reasons';
import type { StagingRow } from './rows';
import type { StagingActions } from './use-staging';

/** Lines that fit without making the strip jump from row to row. */
const SHOWN = 3;

function Reasons({ reasons, sign, empty }: { reasons: Reason[]; sign: Reason['sign']; empty: string }) {
  const own = reasons.filter((reason) => reason.sign === sign);
  if (own.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {own.slice(0, SHOWN).map(({ text }, index) => (
        <Text key={index} component="li" size="xs" truncate title={text}>
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
}

/** Why the current row's file is suggested where it is, and the other places it may go to, one key or click away. */
export function ReviewStrip({ row, entries, actions }: StripProps) {
  const { file, suggestion, runnerUp, conflict } = row;
  const readable = file.analysis.state !== 'failed';
  const track = readable ? trackOf(file) : null;
  const slots = entries.find((entry) => entry.track.id === track?.trackId)?.slots ?? [];
  const current = file.assignment ?? suggestion;
  const reasons = suggestion ? reasonsOf(suggestion) : [];
  return (
    <Paper withBorder p="sm" mih={132} component="aside" aria-label="Review of the current file">
      <Stack gap={8}>
        <Group gap="sm" wrap="nowrap" mih={26}>
          <Box flex={1} miw={0}>
            <FileName name={file.originalName} fw={600} />
          </Box>
          {conflict && (
            <Group gap={4} wrap="nowrap" c="var(--mantine-color-yellow-light-color)" miw={0}>
              <IconAlertTriangle size={14} aria-hidden style={{ flex: 'none' }} />
              <Text size="xs" c="inherit" truncate title={conflict}>
                {conflict}
              </Text>
            </Group>
          )}
          {runnerUp && readable && (
            <Button
              flex="none"
              size="compact-xs"
              variant="default"
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
        {suggestion ? (
          <SimpleGrid cols={2} spacing="lg" mih={58}>
            <Reasons reasons={reasons} sign="+" empty="Nothing speaks for it in particular" />
            <Reasons reasons={reasons} sign="−" empty="Nothing speaks against it" />
          </SimpleGrid>
        ) : (
          <Text size="xs" c="dimmed" mih={58}>
            {sentenceOf(row)}
          </Text>
        )}
        <Group gap={6} mih={26}>
          {track && (
            <Text size="xs" c="dimmed" mr={4}>
              Track {track.trackNumber}
            </Text>
          )}
          {track &&
            slotTypes.map((slotType, index) => {
              const slot = slots.find((each) => each.slotType === slotType);
              if (!slot) return null;
              const here = current?.slotType === slotType;
              return (
                <Button
                  key={slotType}
                  size="compact-xs"
                  variant={here ? 'light' : 'default'}
                  leftSection={<Kbd size="xs">{index + 1}</Kbd>}
                  rightSection={
                    isFilled(slot) && !(file.assignment && here) ? (
                      <Badge size="xs" variant="transparent" color="gray" p={0}>
                        filled
                      </Badge>
                    ) : undefined
                  }
                  onClick={() => actions.intoSlot([file], slotType)}
                >
                  {slotKinds[slotType].label}
                </Button>
              );
            })}
        </Group>
      </Stack>
    </Paper>
  );
}

function sentenceOf({ file }: StagingRow): string {
  if (file.analysis.state === 'failed') return file.analysis.error?.message ?? 'The file cannot be read.';
  if (file.assignment)
    return `${file.status === 'released' ? 'Released as' : 'Assigned to'} ${placeLabel(file.assignment)}.`;
  return file.verdict ?? 'No suggestion yet.';
}
