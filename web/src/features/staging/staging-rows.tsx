import { Box, Button, EmptyState, Group, Text } from '@mantine/core';
import { IconArrowRight, IconFilterOff, IconWand } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { StagingFile, StagingQuestion } from '../../api';
import { plural } from '../../lib/format/format';
import { HistoryButtons } from '../../ui/history-buttons';
import { useWiderThan } from '../../ui/use-wider-than';
import { DeliverableDialog } from './deliverable-dialog';
import type { Listen } from './listen';
import { useSaving } from './mutations';
import { planOf } from './plan';
import { QuestionBar } from './question-bar';
import { ReviewStrip } from './review-strip';
import { filterRows, type RowFilter, type SortColumn, type Sorting, sortRows } from './rows';
import { StagingList } from './staging-list';
import { StagingTable } from './staging-table';
import { summaryOf } from './summary';
import { BulkActions, Filters } from './toolbar';
import { useSelection } from './use-selection';
import type { Staging } from './use-staging';

interface StagingRowsProps {
  projectId: string;
  staging: Staging;
  listen: Listen;
  /** As in `StagingArea`. */
  propose: ReactNode;
  questions: StagingQuestion[];
  /** Called when the focused row disappears and no other row can take the focus. */
  onEmptied: () => void;
}

/** The staged files: a bar with counts and filters, the rows, and the review of the current row at the bottom. */
export function StagingRows({ projectId, staging, listen, propose, questions, onEmptied }: StagingRowsProps) {
  const { files, entries, rows, actions, history } = staging;
  const wide = useWiderThan('lg');
  const beside = useWiderThan('sm');
  const saving = useSaving(projectId);
  const [filter, setFilter] = useState<RowFilter>({ text: '', status: 'all', attentionOnly: false });
  const [sorting, setSorting] = useState<Sorting>({ column: 'name', descending: false });
  // The row to which a link from another page leads.
  const wantedId = useSearchParams()[0].get('file');
  const [activeId, setActiveId] = useState(wantedId);
  const shown = useMemo(() => sortRows(filterRows(rows, filter), sorting), [rows, filter, sorting]);
  const [described, setDescribed] = useState<StagingFile | null>(null);
  const selection = useSelection(shown);
  const chosen = shown.flatMap(({ file }) => (selection.ids.has(file.id) ? [file] : []));
  const active = shown.find(({ file }) => file.id === activeId) ?? shown[0];
  const trackless = entries.length === 0;
  const plan = useMemo(() => planOf(rows, entries), [rows, entries]);
  const sort = (column: SortColumn) =>
    setSorting((before) => ({
      column,
      descending: before.column === column ? !before.descending : column === 'confidence',
    }));

  function summary(): string {
    if (saving) return 'Saving…';
    if (shown.length < rows.length) return `${shown.length} of ${plural(rows.length, 'file')}`;
    return summaryOf(files);
  }

  const shared = {
    projectId,
    rows: shown,
    wantedId,
    files,
    entries,
    actions,
    listen,
    selection,
    onDeliverable: setDescribed,
  };
  return (
    <>
      <Group gap="xs" mih={32} wrap={wide ? 'nowrap' : 'wrap'}>
        {chosen.length > 0 ? (
          <BulkActions chosen={chosen} actions={actions} onClear={selection.clear} />
        ) : (
          <>
            <Box
              flex={{ base: '1 1 calc(100% - 150px)', sm: '1 1 100%', lg: '0 1 auto' }}
              miw={{ base: 0, lg: 276 }}
              style={{ order: beside ? undefined : -2 }}
            >
              <Text size="sm" fw={500} role="status" lh="17px" truncate={beside}>
                {summary()}
              </Text>
              {plan && (
                <Text size="xs" c="dimmed" lh="15px" truncate={wide} title={plan}>
                  {plan}
                </Text>
              )}
            </Box>
            <Group gap="xs" wrap="nowrap" w="100%" display={beside ? 'contents' : undefined}>
              <Filters
                filter={filter}
                withStatus={!trackless}
                onFilter={setFilter}
                attention={rows.filter(({ needsAttention }) => needsAttention).length}
              />
            </Group>
          </>
        )}
        <Group
          gap={0}
          ml="auto"
          maw="100%"
          justify="flex-end"
          wrap={wide ? 'nowrap' : 'wrap'}
          flex="none"
          // A phone shows the next step beside the summary, above the filters.
          style={{ order: beside ? undefined : -1 }}
        >
          {beside && <HistoryButtons history={history} onUndo={() => actions.undo()} onRedo={() => actions.redo()} />}
          {trackless ? propose : <NextStep staging={staging} saving={saving} />}
        </Group>
      </Group>
      {shown.length === 0 ? (
        <EmptyState
          py="lg"
          icon={<IconFilterOff stroke={1.5} aria-hidden />}
          description="No file matches the filter."
        />
      ) : wide ? (
        <StagingTable
          {...shared}
          sorting={sorting}
          onSort={sort}
          activeId={active?.file.id ?? null}
          onActive={setActiveId}
          onEmptied={onEmptied}
        />
      ) : (
        <StagingList {...shared} />
      )}
      <QuestionBar projectId={projectId} questions={questions} />
      {wide && active && <ReviewStrip row={active} entries={entries} actions={actions} listen={listen} />}
      <DeliverableDialog file={described} onClose={() => setDescribed(null)} {...{ projectId, entries }} />
    </>
  );
}

/** The primary action, always in the same place: first auto-assign, then go to the release. */
function NextStep({ staging: { files, actions, assignable }, saving }: { staging: Staging; saving: boolean }) {
  const assigned = files.some(({ status }) => status === 'assigned');
  if (assignable > 0) {
    return (
      <Button
        leftSection={<IconWand size={16} aria-hidden />}
        loading={saving}
        onClick={() => void actions.autoAssign()}
      >
        Auto-Assign
      </Button>
    );
  }
  if (!assigned) return null;
  return (
    <Button
      component={Link}
      to={{ search: '?tab=release' }}
      preventScrollReset
      rightSection={<IconArrowRight size={16} aria-hidden />}
    >
      Review release
    </Button>
  );
}
