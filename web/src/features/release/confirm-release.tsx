import { Button, Group, List, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type StagingFile, stagingReleaseMutation, type TrackEntry } from '../../api';
import { fileKeys, projectKeys, stagingKeys } from '../../api/keys';
import { placedName } from '../../lib/deliverables';
import { plural } from '../../lib/format/format';
import { toast } from '../../ui/toast';
import { stagedIdsOf } from './staged-ids';

interface ConfirmReleaseProps {
  projectId: string;
  chosen: TrackEntry[];
  /** Files that are delivered besides the masters. */
  others: StagingFile[];
  entries: TrackEntry[];
  opened: boolean;
  onClose: () => void;
  onReleased: () => void;
}

export function ConfirmRelease({
  projectId,
  chosen,
  others,
  entries,
  opened,
  onClose,
  onReleased,
}: ConfirmReleaseProps) {
  const release = useMutation({
    ...stagingReleaseMutation(),
    meta: {
      invalidates: [...stagingKeys(projectId), ...fileKeys(projectId), ...projectKeys(projectId)],
      failure: { title: 'Release Failed', message: 'Failed to release tracks' },
    },
    onSuccess: ({ data }) => {
      const what = data.releasedTracks > 0 ? plural(data.releasedTracks, 'track') : plural(data.files.length, 'file');
      toast.success('Release Successful', `${what} released to client`);
      onReleased();
    },
    onSettled: onClose,
  });

  function confirm() {
    const masters = stagedIdsOf(chosen, new Set(chosen.map(({ track }) => track.id)));
    const stagingFileIds = [...masters, ...others.map(({ id }) => id)];
    if (stagingFileIds.length > 0) return release.mutate({ path: { projectId }, body: { stagingFileIds } });
    toast.info('Nothing to release', 'Every master of the selected tracks has been released already.');
    onClose();
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Confirm Release">
      <Stack gap="md">
        <Text size="sm">
          You are about to release {chosen.length > 0 ? plural(chosen.length, 'track') : plural(others.length, 'file')}{' '}
          to the client. This will make the {chosen.length > 0 ? 'master files' : 'files'} available for download.
        </Text>
        <ScrollArea.Autosize mah={280}>
          <List size="sm" spacing={4} listStyleType="none">
            {chosen.map(({ track }) => (
              <List.Item key={track.id}>
                Track {track.trackNumber}: {track.title}
              </List.Item>
            ))}
            {others.map((file) => (
              <List.Item key={file.id}>{file.deliverable && placedName(file.deliverable, entries)}</List.Item>
            ))}
          </List>
        </ScrollArea.Autosize>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={release.isPending} onClick={confirm}>
            Confirm Release
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
