import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { recogniseDeliverable, sideOf, titleOf, trackOf } from '../../../../services/file-kinds/deliverables.js';
import { documentKindOf } from '../../../../services/file-kinds/documents.js';
import { type Deliverable, type StagingFile, stagingSetDeliverableMutation, type TrackEntry } from '../../api';
import { stagingKeys } from '../../api/keys';
import { isPerTrack } from '../../lib/deliverables';
import { type DeliverableKind, deliverableKinds, optionsOf } from '../../lib/words';
import { DeliverableFindings } from '../../ui/deliverable-findings';
import { FileName } from '../../ui/file-name';

const SIDES = [...'ABCDEFGH'];
const MAX_TITLE = 200;

interface DialogProps {
  projectId: string;
  /** Null while the dialog is closed. */
  file: StagingFile | null;
  entries: TrackEntry[];
  onClose: () => void;
}

/** Says what a file is that is delivered besides the masters in slots, or that it is a master after all. */
export function DeliverableDialog({ file, onClose, ...rest }: DialogProps) {
  return (
    <Modal opened={file !== null} onClose={onClose} title="Other deliverable">
      {file && <DeliverableForm key={file.id} file={file} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function DeliverableForm({ projectId, file, entries, onClose }: DialogProps & { file: StagingFile }) {
  const [chosen, setChosen] = useState<Deliverable>(() => file.deliverable ?? guess(file, entries));
  const { mutate, isPending } = useMutation({
    ...stagingSetDeliverableMutation(),
    onSuccess: onClose,
    meta: {
      invalidates: stagingKeys(projectId),
      failure: { title: 'Error', message: 'Failed to save what the file is' },
    },
  });
  const save = (deliverable: Deliverable | null) =>
    mutate({ path: { projectId, fileId: file.id }, body: { deliverable } });
  const mayBeMaster = file.deliverable !== null && documentKindOf(file.originalName) === null;

  function choose(kind: DeliverableKind) {
    setChosen({
      ...chosen,
      kind,
      trackId: isPerTrack(kind) ? chosen.trackId : null,
      side: kind === 'vinyl_side' ? (chosen.side ?? sideOf(file.originalName) ?? 'A') : null,
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    save({ ...chosen, title: chosen.title.trim() });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FileName name={file.originalName} fw={500} />
        <DeliverableFindings projectId={projectId} file={file} />
        <Select
          label="What it is"
          description={deliverableKinds[chosen.kind].means}
          data={optionsOf(deliverableKinds)}
          value={chosen.kind}
          onChange={(kind) => kind && choose(kind)}
          allowDeselect={false}
          data-autofocus
        />
        {chosen.kind === 'vinyl_side' && (
          <Select
            label="Side"
            data={SIDES}
            value={chosen.side}
            onChange={(side) => setChosen({ ...chosen, side })}
            allowDeselect={false}
          />
        )}
        {isPerTrack(chosen.kind) && entries.length > 0 && (
          <Select
            label="Track"
            placeholder="The whole record"
            data={entries.map(({ track: { id, trackNumber, title } }) => ({
              value: id,
              label: `${trackNumber}. ${title}`,
            }))}
            value={chosen.trackId}
            onChange={(trackId) => setChosen({ ...chosen, trackId })}
            clearable
            clearButtonProps={{ 'aria-label': 'The whole record' }}
            searchable
          />
        )}
        <TextInput
          label="Title (Optional)"
          description="Tells several of the same kind apart."
          maxLength={MAX_TITLE}
          value={chosen.title}
          onChange={(event) => setChosen({ ...chosen, title: event.currentTarget.value })}
        />
        {file.status === 'assigned' && file.assignment && (
          <Text size="xs" c="dimmed">
            It leaves its slot.
          </Text>
        )}
        <Group justify="space-between" gap="sm">
          {mayBeMaster ? (
            <Button variant="subtle" color="gray" disabled={isPending} onClick={() => save(null)}>
              It is a master
            </Button>
          ) : (
            <span />
          )}
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** Values to begin with for a file that has been a master so far. */
function guess({ originalName, folder, analysis }: StagingFile, entries: TrackEntry[]): Deliverable {
  const tracks = entries.map(({ track }) => track);
  const { channels, durationS } = analysis;
  const isDocument = documentKindOf(originalName) !== null;
  const audio = isDocument ? null : { channels, durationS, hasChna: null };
  const known = recogniseDeliverable({ name: originalName, folder, audio, entries: null }, tracks);
  if (known) return known;
  const side = sideOf(originalName);
  if (side) return { kind: 'vinyl_side', title: '', trackId: null, side };
  return {
    kind: 'other',
    title: titleOf(originalName),
    trackId: trackOf(originalName, tracks)?.id ?? null,
    side: null,
  };
}
