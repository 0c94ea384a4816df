import {
  Box,
  Button,
  EmptyState,
  FileButton,
  Group,
  Menu,
  Modal,
  Paper,
  Skeleton,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { IconDownload, IconPlaylistAdd, IconUpload } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { toast } from '../../ui/toast';
import { showUndoToast } from '../../ui/undo-toast';
import { useWiderThan } from '../../ui/use-wider-than';
import { trackColumns, type TrackField } from './columns';
import { Cover } from './cover';
import { parseDelimited } from './delimited';
import type { Edits, TrackEdits } from './draft';
import { Findings } from './findings';
import { ImportDialog } from './import-dialog';
import { importSheet, isHeadings, pasteCells, type Target } from './import-sheet';
import { ReleaseForm } from './release-form';
import { TrackGrid } from './track-grid';
import { TrackList } from './track-list';
import { useMetadata } from './use-metadata';

/** A sheet of 500 tracks with lyrics is smaller. */
const MAX_CSV_BYTES = 5 * 1024 ** 2;
const UNDO_MS = 10_000;

/** The release and its tracks as stores will show them. The engineer and the client fill it in together. */
export function MetadataSheet({ projectId }: { projectId: string }) {
  const wide = useWiderThan('sm');
  const sheet = useMetadata(projectId);
  const { query, base, edits, count } = sheet;
  const [lyricsOf, setLyricsOf] = useState<string | null>(null);
  const resetFile = useRef<() => void>(null);
  const [imported, setImported] = useState<{ name: string; bytes: Uint8Array } | null>(null);

  const { change } = sheet;
  const changeTrack = useCallback(
    (trackId: string, fields: TrackEdits) => change({ tracks: { [trackId]: fields } }),
    [change],
  );

  if (query.isPending) {
    return (
      <Stack gap="lg" role="status" aria-label="Loading metadata">
        <Skeleton h={200} />
        <Skeleton h={320} />
      </Stack>
    );
  }
  if (!base || !sheet.sheet) {
    return <Failure title="Failed to load the metadata" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { release, tracks } = sheet.sheet;
  const lyricsTrack = tracks.find(({ trackId }) => trackId === lyricsOf);
  const isEdited = (trackId: string | null, field: string) =>
    field in (trackId === null ? edits.release : (edits.tracks[trackId] ?? {}));
  const findings = base.findings.filter(({ trackId, field }) => !isEdited(trackId, field));

  /** Many changes at once can be taken back. */
  function take(more: Edits, message: string) {
    const before = edits;
    sheet.change(more);
    showUndoToast({
      id: 'metadata',
      title: 'Sheet filled',
      message: `${message} Save to keep it.`,
      onUndo: () => sheet.reset(before),
      lastsMs: UNDO_MS,
    });
  }

  function takeTable(cells: string[][], targets?: Target[]) {
    try {
      const { edits: more, notes } = importSheet(cells, tracks, targets);
      take(more, [`${countText(cells.length - 1)} read.`, ...notes].join(' '));
    } catch (error) {
      toast.error('Not imported', (error as Error).message);
    }
  }

  async function importFile(file: File | null) {
    if (!file) return;
    // The same file can be chosen again.
    resetFile.current?.();
    if (file.size > MAX_CSV_BYTES)
      return toast.error('Not imported', `${file.name} is too large for a sheet of tracks.`);
    setImported({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  }

  function paste(text: string, from: { trackId: string; field: TrackField }): boolean {
    const rows = parseDelimited(text, '\t');
    if (rows.length < 2 && !text.includes('\t')) return false;
    if (isHeadings(rows[0] ?? [])) takeTable(rows);
    else
      take(
        pasteCells(
          rows,
          tracks,
          trackColumns.map(({ field }) => field),
          from,
        ),
        `${countText(rows.length)} pasted.`,
      );
    return true;
  }

  const shared = { tracks, edits: edits.tracks, findings, onChange: changeTrack, onLyrics: setLyricsOf };
  return (
    <Stack gap="xl">
      <Stack gap="md" component="section" aria-labelledby="release-metadata">
        <SectionHeader id="release-metadata" title="Release" subtitle="What stores, players and sleeves show">
          <FileButton accept=".csv,.tsv,.txt,text/csv" resetRef={resetFile} onChange={(file) => void importFile(file)}>
            {(props) => (
              <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
                Import CSV
              </Button>
            )}
          </FileButton>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
                Export
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Export
                projectId={projectId}
                kind="sheet"
                title="This sheet"
                text="One line per track, to edit and import"
              />
              <Export
                projectId={projectId}
                kind="delivery"
                title="For an aggregator"
                text="One line per final, with file addresses"
              />
            </Menu.Dropdown>
          </Menu>
        </SectionHeader>
        <Findings
          findings={findings}
          tracks={tracks}
          onTake={(more, taken) => take(more, `${taken} ${taken === 1 ? 'value' : 'values'} taken from the files.`)}
        />
        <Group gap="lg" align="flex-start" wrap={wide ? 'nowrap' : 'wrap'}>
          <Cover projectId={projectId} cover={base.cover} findings={base.findings} />
          <ReleaseForm
            release={release}
            findings={findings.filter(({ trackId }) => trackId === null)}
            onChange={(fields) => sheet.change({ release: fields })}
          />
        </Group>
      </Stack>
      <Stack gap="md" component="section" aria-labelledby="track-metadata">
        <SectionHeader
          id="track-metadata"
          title="Tracks"
          subtitle={wide ? 'Paste cells from a spreadsheet into any cell' : undefined}
        />
        {tracks.length === 0 ? (
          <EmptyState
            py="lg"
            icon={<IconPlaylistAdd stroke={1.5} aria-hidden />}
            description="No tracks yet. They appear here once the engineer has added them."
          />
        ) : wide ? (
          <TrackGrid {...shared} onPaste={paste} />
        ) : (
          <TrackList {...shared} />
        )}
      </Stack>
      {count > 0 && (
        <Box pos="sticky" bottom="calc(var(--app-shell-footer-offset, 0rem) + 12px)" style={{ zIndex: 10 }}>
          <Paper withBorder shadow="md" p="xs" pl="md" maw={420}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">
                {count} unsaved {count === 1 ? 'change' : 'changes'}
              </Text>
              <Group gap="xs">
                <Button variant="default" onClick={sheet.discard} disabled={sheet.saving}>
                  Discard
                </Button>
                <Button onClick={sheet.save} loading={sheet.saving}>
                  Save
                </Button>
              </Group>
            </Group>
          </Paper>
        </Box>
      )}
      {imported && (
        <ImportDialog
          projectId={projectId}
          file={imported}
          remembered={base.csvColumns}
          onImport={takeTable}
          onClose={() => setImported(null)}
        />
      )}
      <Modal
        opened={lyricsTrack !== undefined}
        onClose={() => setLyricsOf(null)}
        title={lyricsTrack && `Lyrics of “${lyricsTrack.title}”`}
        size="lg"
      >
        {lyricsTrack && (
          <Stack gap="md">
            <Textarea
              aria-label="Lyrics"
              autosize
              minRows={8}
              maxRows={20}
              maxLength={20_000}
              data-autofocus
              value={lyricsTrack.lyrics}
              onChange={(event) => changeTrack(lyricsTrack.trackId, { lyrics: event.currentTarget.value })}
            />
            <Group justify="flex-end">
              <Button onClick={() => setLyricsOf(null)}>Done</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </Stack>
  );
}

const countText = (lines: number) => `${lines} ${lines === 1 ? 'line' : 'lines'}`;

interface ExportProps {
  projectId: string;
  kind: 'sheet' | 'delivery';
  title: string;
  text: string;
}

function Export({ projectId, kind, title, text }: ExportProps) {
  return (
    <Menu.Item component="a" href={`/api/projects/${projectId}/metadata/export?kind=${kind}`} download>
      <Text size="sm">{title}</Text>
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </Menu.Item>
  );
}
