import { ActionIcon, Box, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconGripVertical } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useMemo, useState } from 'react';
import {
  dataOf,
  filesListOptions,
  type Slot,
  type StagingFile,
  stagingListOptions,
  type TrackEntry,
  tracksListOptions,
} from '../../api';
import { plural } from '../../lib/format/format';
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
import type { SlotPlaceProps } from './slot-place';
import { TrackBlocks } from './track-blocks';
import { type StagingActions, usePlacements, useUndoKeys } from './use-staging';

const TITLE_WIDTH = 240;
/** The least width of a slot's column. */
const SLOT_WIDTH = 128;
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
 * Tracks in rows, slots in columns, file names in the cells; on a narrow screen a list of the tracks. Files can be dragged
 * from slot to slot, and from the desktop into a slot.
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
  const wide = useWiderThan('lg');
  const sorted = [...entries].sort((one, other) => one.track.trackNumber - other.track.trackNumber);
  const propsOf = (slot: Slot, { track }: TrackEntry): SlotPlaceProps => ({
    ...{ slot, files, entries, names, audible, unplaced, actions, listen, onDesktopFile },
    trackTitle: track.title,
    opened: openId === slot.id,
    onOpen: (opened) => setOpenId(opened ? slot.id : null),
  });
  return (
    <>
      {alone && <UndoKeys actions={actions} />}
      {alone && unplaced.length > 0 && (
        <Unplaced {...{ unplaced, files, entries, actions, listen }} hint={wide ? 'drag it into the table, or ' : ''} />
      )}
      {wide ? (
        <Table.ScrollContainer
          minWidth={TITLE_WIDTH + order.length * SLOT_WIDTH + tailWidth}
          type="native"
          {...(takesDrop && aboveDrop)}
        >
          <Table aria-label={label} layout="fixed" verticalSpacing={0} horizontalSpacing="xs" withColumnBorders>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={TITLE_WIDTH} {...sticky}>
                  Track
                </Table.Th>
                {order.map((slotType) => (
                  <Table.Th key={slotType} fz="xs">
                    {slotKinds[slotType].label}
                  </Table.Th>
                ))}
                <Table.Th w={tailWidth} fz="xs" ta="right">
                  {tailLabel}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sorted.map((entry) => (
                <Table.Tr key={entry.track.id} h={48}>
                  <Table.Th scope="row" fw="normal" c="var(--mantine-color-text)" {...sticky}>
                    {lead(entry)}
                  </Table.Th>
                  {order.map((slotType) => {
                    const slot = entry.slots.find((each) => each.slotType === slotType);
                    return slot ? <Cell key={slotType} {...propsOf(slot, entry)} /> : <Table.Td key={slotType} />;
                  })}
                  <Table.Td ta="right">{tail(entry)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : (
        <Box {...(takesDrop && aboveDrop)}>
          <TrackBlocks entries={sorted} {...{ label, lead, tail, propsOf }} />
        </Box>
      )}
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
  /** Words about another way than choosing the slot; may be empty. */
  hint: string;
  unplaced: StagingFile[];
  files: StagingFile[];
  entries: TrackEntry[];
  actions: StagingActions;
}

/** Files that wait for a slot, to be dragged or sent into one. */
function Unplaced({ unplaced, files, entries, actions, listen, hint }: UnplacedProps) {
  return (
    <Box mb="sm">
      <Text size="xs" c="dimmed" mb={6}>
        {plural(unplaced.length, 'file')} without a slot: {hint}choose the slot.
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
