import { Box, Paper, Tooltip } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react';
import type { MetadataFinding, TrackMetadata } from '../../api';
import { explicitOptions, trackColumns, type TrackField } from './columns';
import type { Edits, TrackEdits } from './draft';
import classes from './track-grid.module.css';

export interface TracksProps {
  tracks: TrackMetadata[];
  edits: Edits['tracks'];
  findings: MetadataFinding[];
  onChange: (trackId: string, fields: TrackEdits) => void;
  onLyrics: (trackId: string) => void;
}

interface GridProps extends TracksProps {
  /** Cells of a spreadsheet that were pasted into this cell; returns whether they were taken. */
  onPaste: (text: string, from: { trackId: string; field: TrackField }) => boolean;
}

const NUMBER_WIDTH = 44;
const WIDTH = trackColumns.reduce((sum, { width }) => sum + width, NUMBER_WIDTH);

export const cellId = (trackId: string | null, field: string) => `cell-${trackId ?? 'release'}-${field}`;

/** The tracks as a table to type into. Enter and the arrow keys lead up and down, Tab to the side. */
export function TrackGrid({ tracks, edits, findings, onChange, onLyrics, onPaste }: GridProps) {
  const byTrack = Map.groupBy(findings, ({ trackId }) => trackId);

  function move(event: KeyboardEvent<HTMLElement>) {
    const { trackId, field } = (event.target as HTMLElement).dataset;
    const isText = event.target instanceof HTMLInputElement;
    const down = event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey);
    const up = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey);
    if (!trackId || !field || !isText || event.nativeEvent.isComposing || (!down && !up)) return;
    event.preventDefault();
    const index = tracks.findIndex((track) => track.trackId === trackId) + (down ? 1 : -1);
    const next = tracks[index] && document.getElementById(cellId(tracks[index].trackId, field));
    next?.focus();
    if (next instanceof HTMLInputElement) next.select();
  }

  function paste(event: ClipboardEvent<HTMLElement>) {
    const { trackId, field } = (event.target as HTMLElement).dataset;
    const text = event.clipboardData.getData('text/plain');
    if (trackId && field && onPaste(text, { trackId, field: field as TrackField })) event.preventDefault();
  }

  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Box mah="70vh" style={{ overflow: 'auto' }} onKeyDown={move} onPaste={paste}>
        <table className={classes.table} style={{ width: WIDTH }} aria-label="Tracks">
          <colgroup>
            <col style={{ width: NUMBER_WIDTH }} />
            {trackColumns.map(({ field, width }) => (
              <col key={field} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th className={classes.number}>#</th>
              {trackColumns.map(({ field, label }) => (
                <th key={field}>{label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tracks.map((track) => (
              <Row
                key={track.trackId}
                track={track}
                edits={edits[track.trackId]}
                findings={byTrack.get(track.trackId)}
                onChange={onChange}
                onLyrics={onLyrics}
              />
            ))}
          </tbody>
        </table>
      </Box>
    </Paper>
  );
}

interface RowProps extends Pick<GridProps, 'onChange' | 'onLyrics'> {
  track: TrackMetadata;
  edits: TrackEdits | undefined;
  findings: MetadataFinding[] | undefined;
}

const Row = memo(
  function Row({ track, edits, findings, onChange, onLyrics }: RowProps) {
    const { trackId, trackNumber } = track;
    const wrongNumber = findings?.find(({ field }) => field === 'trackNumber');
    return (
      <tr>
        <td className={classes.number}>
          <Tooltip label={wrongNumber?.message} disabled={!wrongNumber} multiline maw={320}>
            <Box component="span" c={wrongNumber ? 'yellow' : undefined} id={cellId(trackId, 'trackNumber')}>
              {trackNumber}
            </Box>
          </Tooltip>
        </td>
        {trackColumns.map(({ field, label, maxLength }) => {
          // A change has not been checked yet.
          const isEdited = edits?.[field] !== undefined;
          const found = isEdited ? undefined : findings?.find((finding) => finding.field === field);
          const name = `${label}, track ${trackNumber}`;
          const props = {
            id: cellId(trackId, field),
            className: classes.cell,
            'data-track-id': trackId,
            'data-field': field,
            'data-edited': isEdited || undefined,
            'data-kind': found?.kind,
            'aria-label': found ? `${name}. ${found.message}` : name,
          };
          return (
            <td key={field}>
              <Tooltip label={found?.message} disabled={!found || found.kind === 'missing'} multiline maw={320}>
                {cellOf(field, props, maxLength, found)}
              </Tooltip>
            </td>
          );
        })}
      </tr>
    );

    function cellOf(field: TrackField, props: object, maxLength: number, found: MetadataFinding | undefined) {
      const set = (value: string) => onChange(trackId, { [field]: value });
      if (field === 'lyrics') {
        const lines = track.lyrics ? track.lyrics.split('\n').length : 0;
        const text = lines === 0 ? 'Add' : `${lines} ${lines === 1 ? 'line' : 'lines'}`;
        return (
          <button
            type="button"
            {...props}
            aria-label={`${text}: lyrics of track ${trackNumber}`}
            onClick={() => onLyrics(trackId)}
          >
            {text}
          </button>
        );
      }
      if (field === 'explicit') {
        return (
          <select {...props} value={track.explicit} onChange={(event) => set(event.currentTarget.value)}>
            {explicitOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        );
      }
      return (
        <input
          {...props}
          value={track[field]}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          placeholder={found?.suggestion ?? undefined}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    }
  },
  (before, after) =>
    before.edits === after.edits &&
    before.onChange === after.onChange &&
    JSON.stringify([before.track, before.findings]) === JSON.stringify([after.track, after.findings]),
);
