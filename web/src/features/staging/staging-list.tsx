import { Box, Checkbox, Group, Paper, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatBytes } from '../../lib/format/format';
import { useWiderThan } from '../../ui/use-wider-than';
import { ConfidenceBadge } from './confidence';
import { Actions, Assignment, Name, StatusBadge, Thumbnail } from './row';
import { SoundCell } from './sound-cell';
import type { RowsProps } from './staging-table';

const CARD_HEIGHT = 142;
const GAP = 8;
/** As high as the window shows between header and player, so that both ends can be seen. */
const MOST =
  'max(320px, calc(100dvh - var(--app-shell-header-offset, 0px) - var(--app-shell-footer-offset, 0px) - 16px))';

/**
 * The staged files on a narrow screen, one card per file, in two columns if they fit; only visible cards are rendered.
 */
export function StagingList({ projectId, rows, wantedId, selection, ...shared }: RowsProps) {
  const lanes = useWiderThan('sm') ? 2 : 1;
  const viewport = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => rows[index]?.file.id ?? index,
    gap: GAP,
    lanes,
    overscan: 4,
  });
  const wanted = rows.findIndex(({ file }) => file.id === wantedId);
  const goToWanted = useEffectEvent(() => wanted >= 0 && virtual.scrollToIndex(wanted));
  useEffect(() => void goToWanted(), []);
  return (
    <Box ref={viewport} style={{ overflow: 'auto', maxHeight: MOST }}>
      <Box component="ul" m={0} p={0} pos="relative" h={virtual.getTotalSize()} style={{ listStyle: 'none' }}>
        {virtual.getVirtualItems().map(({ index, key, start, lane }) => {
          const row = rows[index];
          if (!row) return null;
          const { file, suggestion } = row;
          return (
            <Paper
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              component="li"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              withBorder
              bd={file.id === wantedId ? '1px solid var(--mantine-primary-color-filled)' : undefined}
              p="sm"
              pos="absolute"
              top={start}
              left={lane === 0 ? 0 : `calc(50% + ${GAP / 2}px)`}
              w={lanes === 1 ? '100%' : `calc(50% - ${GAP / 2}px)`}
            >
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <Checkbox
                  size="xs"
                  mt={3}
                  aria-label={`Select ${file.originalName}`}
                  checked={selection.ids.has(file.id)}
                  onChange={() => selection.choose(file.id, false)}
                />
                <Name file={file} />
                <StatusBadge row={row} />
              </Group>
              <Group justify="space-between" wrap="nowrap" mt={6} gap="sm">
                {file.analysis.hasPreview && shared.listen.button(file)}
                <Thumbnail projectId={projectId} file={file} small />
                <Box flex={1} miw={0}>
                  <SoundCell
                    projectId={projectId}
                    file={file}
                    listen={shared.listen}
                    onAnalyseAgain={shared.actions.analyseAgain}
                  />
                </Box>
              </Group>
              <Group mt={6} gap="sm" wrap="nowrap" align="flex-start">
                <Box flex={1} miw={0}>
                  <Assignment projectId={projectId} row={row} entries={shared.entries} />
                </Box>
                <Text size="xs" lh={1.7} c="dimmed" flex="none">
                  {formatBytes(file.sizeBytes)}
                </Text>
              </Group>
              <Group justify="space-between" wrap="nowrap" mt={4} gap="xs">
                {suggestion ? <ConfidenceBadge suggestion={suggestion} contested={row.conflict !== null} /> : <span />}
                <Actions row={row} {...shared} />
              </Group>
            </Paper>
          );
        })}
      </Box>
    </Box>
  );
}
