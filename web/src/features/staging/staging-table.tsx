import { Box, Checkbox, Group, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { formatBytes } from '../../lib/format/format';
import { isGoing } from '../../lib/navigation/go-keys';
import { isInDialog } from '../../lib/navigation/typing';
import { ConfidenceBadge } from './confidence';
import { startDrag } from './drag';
import { type Command, commandOf } from './keyboard';
import { Actions, Assignment, Name, type RowProps, StatusBadge, Thumbnail } from './row';
import type { SortColumn, Sorting, StagingRow } from './rows';
import { SoundCell } from './sound-cell';
import { Gap, SortHeader } from './table-parts';
import { useArrowsToRows } from './use-arrows-to-rows';
import type { SelectionControls } from './use-selection';
import { useVirtualRows } from './use-virtual-rows';

const ROW_HEIGHT = 40;
const HEAD_HEIGHT = 30;
/** A narrower window hides this column to leave room for the names. */
const SIZED = '(min-width: 80em)';

export interface RowsProps extends Omit<RowProps, 'row' | 'live'> {
  projectId: string;
  rows: StagingRow[];
  /** The row to show first. */
  wantedId: string | null;
  selection: SelectionControls;
}

interface TableProps extends RowsProps {
  sorting: Sorting;
  onSort: (column: SortColumn) => void;
  activeId: string | null;
  onActive: (id: string) => void;
  onEmptied: () => void;
}

/** Commands that a focused control handles itself. */
const OWN_KEYS: Command['kind'][] = ['select', 'accept'];

/** The staged files as a table with 40 px rows; only visible rows are rendered. Keys as in `keyboard.ts`. */
export function StagingTable({
  projectId,
  rows,
  wantedId,
  files,
  entries,
  actions,
  listen,
  onDeliverable,
  selection,
  sorting,
  onSort,
  activeId,
  onActive,
  onEmptied,
}: TableProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const sized = useMediaQuery(SIZED, true, { getInitialValueInEffect: false });
  const found = rows.findIndex(({ file }) => file.id === activeId);
  const activeIndex = Math.max(0, found);
  const { virtual, goTo } = useVirtualRows({
    rows,
    viewport,
    activeIndex,
    onActive,
    rowHeight: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
  });
  const selected = rows.filter(({ file }) => selection.ids.has(file.id));
  const wanted = rows.findIndex(({ file }) => file.id === wantedId);
  const goToWanted = useEffectEvent(() => wanted >= 0 && goTo(wanted));
  useEffect(() => void goToWanted(), []);

  const chosenFiles = selected.map(({ file }) => file);

  function run(command: Command, row: StagingRow, index: number): void {
    const next = Math.min(index + 1, rows.length - 1);
    const { file, suggestion, runnerUp } = row;
    const readable = file.analysis.state !== 'failed';
    if (command.kind === 'move') {
      const to = Math.min(Math.max(index + command.by, 0), rows.length - 1);
      const target = rows[to];
      if (command.extend && target) {
        if (selection.ids.size === 0) selection.toggle(file.id);
        selection.extend(target.file.id);
      }
      return goTo(to);
    }
    if (command.kind === 'play') return listen.toggle(file.id);
    if (command.kind === 'switch') return listen.switch(command.by);
    if (command.kind === 'match') return listen.match();
    if (command.kind === 'select') return selection.toggle(file.id);
    if (command.kind === 'select_all') return selection.selectAll();
    if (command.kind === 'clear') return selection.clear();
    const chosen = chosenFiles.length > 0 ? chosenFiles : [file];
    if (command.kind === 'accept' && chosenFiles.length > 0) return actions.accept(chosenFiles);
    if (command.kind === 'runner_up' && chosenFiles.length > 0) return actions.takeRunnersUp(chosenFiles);
    if (command.kind === 'accept' || command.kind === 'runner_up') {
      const target = command.kind === 'accept' ? suggestion : runnerUp;
      if (!target || !readable) return;
      goTo(next);
      return actions.assign(file.id, target);
    }
    if (command.kind === 'slot') {
      if (chosenFiles.length === 0) goTo(next);
      return actions.intoSlot(chosen, command.slotType);
    }
    const gone = new Set(chosen.map(({ id }) => id));
    const below = rows.findIndex(({ file: other }, at) => at > index && !gone.has(other.id));
    const stays = below >= 0 ? below : rows.findLastIndex(({ file: other }) => !gone.has(other.id));
    if (stays >= 0) goTo(stays);
    else onEmptied();
    selection.clear();
    actions.remove(chosen);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const target = event.target as HTMLElement;
    const row = rows[activeIndex];
    if (!row || event.defaultPrevented || isGoing(event.nativeEvent) || isInDialog()) return;
    if (!target.closest('tr[data-row]')) return;
    const command = commandOf(event);
    const inControl = target.matches('button, input');
    if (!command || (inControl && OWN_KEYS.includes(command.kind))) return;
    if (inControl && command.kind === 'move' && target.getAttribute('aria-haspopup') === 'listbox') return;
    event.preventDefault();
    run(command, row, activeIndex);
  }

  useArrowsToRows(() => goTo(activeIndex));

  const columns = sized ? 8 : 7;
  const lines: ReactNode[] = [];
  let end = HEAD_HEIGHT;
  for (const { index, key, start, end: below } of virtual.getVirtualItems()) {
    const row = rows[index];
    if (!row) continue;
    if (start > end) lines.push(<Gap key={`before ${key}`} height={start - end} columns={columns} />);
    end = below;
    lines.push(
      <TableRow
        key={key}
        row={row}
        index={index}
        active={index === activeIndex}
        selected={selection.ids.has(row.file.id)}
        onActive={onActive}
        onSelect={selection.choose}
        {...{ projectId, files, entries, actions, listen, onDeliverable, sized }}
      />,
    );
  }
  const rest = virtual.getTotalSize() + HEAD_HEIGHT - end;
  const all = rows.length > 0 && selected.length === rows.length;
  return (
    <Box ref={viewport} flex={1} mih={0} style={{ overflow: 'auto', contain: 'strict' }}>
      <Table
        role="grid"
        aria-label="Files in staging"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        layout="fixed"
        verticalSpacing={0}
        lh={1.3}
        miw={900}
        stickyHeader
        onKeyDown={onKeyDown}
      >
        <Table.Thead style={{ zIndex: 2 }}>
          <Table.Tr h={HEAD_HEIGHT} aria-rowindex={1}>
            <Table.Th w={40}>
              <Checkbox
                size="xs"
                aria-label="Select all files shown"
                checked={all}
                indeterminate={selected.length > 0 && !all}
                onChange={selection.toggleAll}
              />
            </Table.Th>
            <SortHeader column="name" label="File Name" {...{ sorting, onSort }} />
            <Table.Th w={196}>Sound</Table.Th>
            {sized && <SortHeader column="size" label="Size" w={88} right {...{ sorting, onSort }} />}
            <SortHeader column="status" label="Status" w={108} {...{ sorting, onSort }} />
            <SortHeader column="assignment" label="Assignment" w={220} {...{ sorting, onSort }} />
            <SortHeader column="confidence" label="Confidence" w={106} {...{ sorting, onSort }} />
            <Table.Th w={182} ta="right">
              Actions
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines}
          {rest > 0 && <Gap height={rest} columns={columns} />}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

interface TableRowProps extends RowProps {
  projectId: string;
  index: number;
  sized: boolean;
  active: boolean;
  selected: boolean;
  onActive: (id: string) => void;
  onSelect: (id: string, range: boolean) => void;
}

const TableRow = memo(function TableRow({
  projectId,
  row,
  index,
  sized,
  active,
  selected,
  onActive,
  onSelect,
  listen,
  ...shared
}: TableRowProps) {
  const { file, suggestion } = row;
  const [hovered, setHovered] = useState(false);
  const live = active || hovered;
  function onClick(event: MouseEvent<HTMLElement>): void {
    const onControl = (event.target as HTMLElement).closest('button, input, label, a') !== null;
    if (onControl || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    onSelect(file.id, event.shiftKey);
  }
  return (
    <Table.Tr
      data-row={file.id}
      tabIndex={active ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      onFocus={() => onActive(file.id)}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onClick={onClick}
      draggable={file.status !== 'released'}
      onDragStart={(event) => startDrag(event, file.id)}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      bg={selected ? 'var(--mantine-primary-color-light)' : undefined}
      style={{
        height: ROW_HEIGHT,
        outlineOffset: -2,
        boxShadow: active ? 'inset 2px 0 var(--mantine-primary-color-filled)' : undefined,
      }}
    >
      <Table.Td>
        <Checkbox
          size="xs"
          tabIndex={active ? 0 : -1}
          aria-label={`Select ${file.originalName}`}
          checked={selected}
          onChange={({ nativeEvent }) =>
            onSelect(file.id, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
          }
        />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          {file.analysis.hasPreview ? listen.button(file, live) : <Box w={28} flex="none" />}
          <Thumbnail projectId={projectId} file={file} />
          <Name file={file} />
        </Group>
      </Table.Td>
      <Table.Td>
        <SoundCell
          projectId={projectId}
          file={file}
          listen={listen}
          onAnalyseAgain={shared.actions.analyseAgain}
          live={live}
        />
      </Table.Td>
      {sized && (
        <Table.Td ta="right">
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {formatBytes(file.sizeBytes)}
          </Text>
        </Table.Td>
      )}
      <Table.Td>
        <StatusBadge row={row} />
      </Table.Td>
      <Table.Td>
        <Assignment projectId={projectId} row={row} entries={shared.entries} />
      </Table.Td>
      <Table.Td>
        {suggestion && <ConfidenceBadge suggestion={suggestion} contested={row.conflict !== null} live={live} />}
      </Table.Td>
      <Table.Td>
        <Actions row={row} live={live} {...shared} />
      </Table.Td>
    </Table.Tr>
  );
});
