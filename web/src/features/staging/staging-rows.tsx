import { Box, EmptyState, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconFilterOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { StagingFile, TrackEntry } from '../../api';
import { plural } from '../../lib/format';
import { useWiderThan } from '../../ui/use-wider-than';
import { KeysHelp } from './keys-help';
import { ReanalysisMenu } from './reanalysis-menu';
import { ReviewStrip } from './review-strip';
import { filterRows, type RowFilter, type SortColumn, type Sorting, sortRows, type StagingRow } from './rows';
import { StagingList } from './staging-list';
import { StagingTable } from './staging-table';
import { BulkActions, Filters, KeysButton } from './toolbar';
import { useSelection } from './use-selection';
import type { StagingActions } from './use-staging';

interface StagingRowsProps {
  projectId: string;
  files: StagingFile[];
  entries: TrackEntry[];
  rows: StagingRow[];
  actions: StagingActions;
  /** Called when the row that has the focus goes, and no other is left to take it. */
  onEmptied: () => void;
}

/** The staged files: filtered, sorted, selected, reviewed. */
export function StagingRows({ projectId, files, entries, rows, actions, onEmptied }: StagingRowsProps) {
  const wide = useWiderThan('lg');
  const [filter, setFilter] = useState<RowFilter>({ text: '', status: 'all', attentionOnly: false });
  const [sorting, setSorting] = useState<Sorting>({ column: 'name', descending: false });
  const [activeId, setActiveId] = useState<string | null>(null);
  const [helping, setHelping] = useState(false);
  const shown = useMemo(() => sortRows(filterRows(rows, filter), sorting), [rows, filter, sorting]);
  const selection = useSelection(shown);
  const chosen = shown.flatMap(({ file }) => (selection.ids.has(file.id) ? [file] : []));
  const active = shown.find(({ file }) => file.id === activeId) ?? shown[0];
  useHotkeys([
    ['shift+?', () => setHelping(true)],
    ['?', () => setHelping(true)],
  ]);

  const sort = (column: SortColumn) =>
    setSorting((before) => ({
      column,
      descending: before.column === column ? !before.descending : column === 'confidence',
    }));
  const shared = { projectId, rows: shown, files, entries, actions, selection };
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs" mih={32}>
        <Filters
          filter={filter}
          onFilter={setFilter}
          attention={rows.filter(({ needsAttention }) => needsAttention).length}
        />
        {chosen.length > 0 ? (
          <BulkActions chosen={chosen} actions={actions} onClear={selection.clear} />
        ) : (
          <Text size="xs" c="dimmed" role="status">
            {shown.length === rows.length
              ? plural(rows.length, 'file')
              : `${shown.length} of ${plural(rows.length, 'file')}`}
          </Text>
        )}
        <Group gap={4} wrap="nowrap">
          <ReanalysisMenu projectId={projectId} files={files} />
          <Box visibleFrom="lg">
            <KeysButton onClick={() => setHelping(true)} />
          </Box>
        </Group>
      </Group>
      {shown.length === 0 ? (
        <EmptyState
          py="lg"
          icon={<IconFilterOff stroke={1.5} aria-hidden />}
          description="No file matches the filter."
        />
      ) : wide ? (
        <>
          <StagingTable
            {...shared}
            sorting={sorting}
            onSort={sort}
            activeId={active?.file.id ?? null}
            onActive={setActiveId}
            onEmptied={onEmptied}
          />
          {active && <ReviewStrip row={active} entries={entries} actions={actions} />}
        </>
      ) : (
        <StagingList {...shared} />
      )}
      <KeysHelp opened={helping} onClose={() => setHelping(false)} />
    </Stack>
  );
}
