import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Album } from '../../api';
import { warnBeforeUnload } from '../../lib/forms/warn-before-unload';
import { SortableRows } from './sortable-rows';
import { TitleField } from './title-field';
import type { useAlbum } from './use-album';

interface OrderEditorProps {
  album: Album;
  propose: ReturnType<typeof useAlbum>['propose'];
  onDone: () => void;
}

const shownOf = ({ proposal, tracks }: Album) =>
  (proposal?.tracks ?? tracks).map(({ trackId, title }) => ({ id: trackId, title }));

/** Changes order and titles for people who decide, and sends them to the engineer. */
export function OrderEditor({ album, propose, onDone }: OrderEditorProps) {
  const [seen, setSeen] = useState(album);
  const [rows, setRows] = useState(() => shownOf(album));
  const isChanged = JSON.stringify(rows) !== JSON.stringify(shownOf(seen));
  const isOld = seen.revision !== album.revision || seen.proposal?.revision !== album.proposal?.revision;
  useEffect(() => {
    warnBeforeUnload('album order', isChanged);
    return () => warnBeforeUnload('album order', false);
  }, [isChanged]);

  function begin() {
    setSeen(album);
    setRows(shownOf(album));
  }
  const send = () =>
    propose.mutate(
      {
        path: { id: album.projectId },
        body: {
          revision: seen.revision,
          proposalRevision: seen.proposal?.revision ?? null,
          tracks: rows.map(({ id, title }) => ({ trackId: id, title })),
        },
      },
      { onSuccess: onDone },
    );

  return (
    <Stack gap="xs" component="section" aria-label="Order and titles">
      <Text size="sm" c="dimmed">
        Drag the tracks into the order that you want, and rename them. Your engineer gets it as a proposal.
      </Text>
      {isOld && (
        <Alert color="yellow" title="Someone else has changed the order meanwhile">
          <Button size="xs" variant="default" onClick={begin}>
            Show the current order
          </Button>
        </Alert>
      )}
      <SortableRows
        rows={rows}
        onOrder={(ids) => setRows(ids.map((id) => rows.find((row) => row.id === id)!))}
        render={(row, handle) => (
          <Paper withBorder px="sm" py={8} mb={6}>
            <Group gap={4} wrap="nowrap" mih={30}>
              {handle}
              <TitleField
                title={row.title}
                onRename={(title) => setRows(rows.map((each) => (each.id === row.id ? { ...each, title } : each)))}
              />
            </Group>
          </Paper>
        )}
      />
      <Group gap="xs">
        <Button loading={propose.isPending} disabled={!isChanged || isOld} onClick={send}>
          Send to the engineer
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
