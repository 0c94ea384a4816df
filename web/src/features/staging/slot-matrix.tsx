import { ActionIcon, Box, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconGripVertical } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useMemo, useState } from 'react';
import {
  dataOf,
  filesListOptions,
  type StagingFile,
  stagingListOptions,
  type TrackEntry,
  tracksListOptions,
} from '../../api';
import { slotKinds } from '../../lib/slots';
import { keysOf, slotTypes } from '../../lib/words';
import { DROP_LAYER } from '../../ui/drop-anywhere';
import { FileName } from '../../ui/file-name';
import { useFileDrag } from '../../ui/use-file-drag';
import { useWiderThan } from '../../ui/use-wider-than';
import { byName, isOpen } from './assignments';
import { startDrag } from './drag';
import { useDropIntoSlot } from './into-slot';
import type { Listen } from './listen';
import { Cell } from './matrix-cell';
import { SlotPicker } from './slot-picker';
import { type StagingActions, usePlacements, useUndoKeys } from './use-staging';

const TITLE_WIDTH = { wide: 240, narrow: 176 };
const SLOT_WIDTH = 148;
const order = keysOf(slotTypes);

interface SlotMatrixProps {
  projectId: string;
  label: string;
  /** Start and end of a track's row. */
  lead: (entry: TrackEntry) => ReactNode;
  tail: (entry: TrackEntry) => ReactNode;
  tailLabel: string;
  tailWidth: number;
  /** Whether files without a slot are listed and undo has its keys, where no staging area does both. */
  alone?: boolean;
  listen: Listen;
}

/**
 * Tracks in rows, slots in columns, file names in the cells. Files can be dragged from cell to cell, and from the desktop
 * into a cell.
 */
export function SlotMatrix({
  projectId,
  label,
  lead,
  tail,
  tailLabel,
  tailWidth,
  alone = false,
  listen,
}: SlotMatrixProps) {
  const { data: staged } = useQuery({ ...stagingListOptions({ path: { projectId } }), select: dataOf });
  const { data: listed } = useQuery({ ...tracksListOptions({ path: { projectId } }), select: dataOf });
  const { data: released } = useQuery({ ...filesListOptions({ path: { projectId } }), select: dataOf });
  const all = useMemo(() => [...(staged?.stagingFiles ?? []), ...(staged?.incoming ?? [])], [staged]);
  const tracks = useMemo(() => listed?.tracks ?? [], [listed]);
  const { files, entries, actions } = usePlacements(projectId, all, tracks);
  const onDesktopFile = useDropIntoSlot(projectId);
  const takesDrop = useFileDrag() === 1;
  const [openId, setOpenId] = useState<string | null>(null);
  const known = [...(released ?? []), ...files];
  const names = new Map(known.map(({ id, originalName }) => [id, originalName]));
  const audible = new Set(known.flatMap(({ id, analysis }) => (analysis.hasPreview ? [id] : [])));
  const unplaced = files.filter((file) => isOpen(file) && file.analysis.state !== 'failed').sort(byName);
  const titleWidth = TITLE_WIDTH[useWiderThan('sm') ? 'wide' : 'narrow'];
  const rows = [...entries].sort((one, other) => one.track.trackNumber - other.track.trackNumber);
  return (
    <>
      {alone && <UndoKeys actions={actions} />}
      {alone && unplaced.length > 0 && (
        <Unplaced unplaced={unplaced} files={files} entries={entries} actions={actions} listen={listen} />
      )}
      <Table.ScrollContainer
        minWidth={titleWidth + order.length * SLOT_WIDTH + tailWidth}
        type="native"
        {...(takesDrop && aboveDrop)}
      >
        <Table aria-label={label} layout="fixed" verticalSpacing={0} horizontalSpacing="xs" withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={titleWidth} {...sticky}>
                Track
              </Table.Th>
              {order.map((slotType) => (
                <Table.Th key={slotType} w={SLOT_WIDTH} fz="xs">
                  {slotKinds[slotType].label}
                </Table.Th>
              ))}
              <Table.Th w={tailWidth} fz="xs" ta="right">
                {tailLabel}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((entry) => (
              <Table.Tr key={entry.track.id} h={48}>
                <Table.Th scope="row" fw="normal" c="var(--mantine-color-text)" {...sticky}>
                  {lead(entry)}
                </Table.Th>
                {order.map((slotType) => {
                  const slot = entry.slots.find((each) => each.slotType === slotType);
                  return slot ? (
                    <Cell
                      key={slotType}
                      {...{ slot, names, audible, actions, unplaced, listen, onDesktopFile }}
                      trackTitle={entry.track.title}
                      holder={files.find(({ id }) => id === slot.stagingFileId) ?? null}
                      opened={openId === slot.id}
                      onOpen={(opened) => setOpenId(opened ? slot.id : null)}
                    />
                  ) : (
                    <Table.Td key={slotType} />
                  );
                })}
                <Table.Td ta="right">{tail(entry)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

/** Keeps the titles in view while a narrow screen scrolls through the slots. */
const sticky = {
  pos: 'sticky',
  left: 0,
  bg: 'var(--mantine-color-body)',
  style: { zIndex: 1 },
} as const;

/** Shows the table above the page's drop target while a file is dragged that fits into a slot. */
const aboveDrop = {
  pos: 'relative',
  bg: 'var(--mantine-color-body)',
  style: { zIndex: DROP_LAYER + 1, outline: '1px solid var(--mantine-primary-color-filled)', outlineOffset: 4 },
} as const;

function UndoKeys({ actions }: { actions: StagingActions }) {
  useUndoKeys(actions);
  return null;
}

interface UnplacedProps extends Pick<SlotMatrixProps, 'listen'> {
  unplaced: StagingFile[];
  files: StagingFile[];
  entries: TrackEntry[];
  actions: StagingActions;
}

/** Files that wait for a slot, to be dragged or sent into one. */
function Unplaced({ unplaced, files, entries, actions, listen }: UnplacedProps) {
  return (
    <Box mb="sm">
      <Text size="xs" c="dimmed" mb={6}>
        Without a slot: drag a file into the table, or choose its slot.
      </Text>
      <Group gap={6} mah={124} style={{ overflowY: 'auto' }} component="ul" m={0} p={0}>
        {unplaced.map((file) => (
          <Group
            key={file.id}
            component="li"
            draggable
            onDragStart={(event: DragEvent) => startDrag(event, file.id)}
            gap={2}
            wrap="nowrap"
            maw={320}
            pl={4}
            bdrs="sm"
            bd="1px solid var(--mantine-color-default-border)"
            bg="var(--mantine-color-default)"
            style={{ cursor: 'grab', listStyle: 'none' }}
          >
            <IconGripVertical size={14} aria-hidden style={{ flex: 'none', opacity: 0.6 }} />
            {file.analysis.hasPreview && listen.button(file)}
            <FileName name={file.originalName} size="xs" />
            <SlotPicker
              file={file}
              files={files}
              entries={entries}
              onPick={(target) => actions.assign(file.id, target)}
              onUnassign={() => actions.unassign([file])}
              target={({ onClick, opened }) => (
                <Tooltip label="Choose a slot">
                  <ActionIcon
                    size="md"
                    aria-label={`Choose a slot for ${file.originalName}`}
                    aria-expanded={opened}
                    onClick={onClick}
                  >
                    <IconChevronDown size={14} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              )}
            />
          </Group>
        ))}
      </Group>
    </Box>
  );
}
