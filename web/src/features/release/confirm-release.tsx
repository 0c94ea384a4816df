import { Alert, Button, Group, List, Modal, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type DeliverableCheck, type StagingFile, stagingReleaseMutation, type TrackEntry } from '../../api';
import { fileKeys, projectKeys, stagingKeys } from '../../api/keys';
import { faultsOf, placedName, warningsIn } from '../../lib/deliverables';
import { plural } from '../../lib/format/format';
import { toast } from '../../ui/toast';
import { stagedIdsOf } from './staged-ids';

interface ConfirmReleaseProps {
  projectId: string;
  chosen: TrackEntry[];
  /** Files that are delivered besides the masters. */
  others: StagingFile[];
  entries: TrackEntry[];
  /** Checks of the files that are delivered besides the masters. */
  checks: readonly DeliverableCheck[];
  opened: boolean;
  onClose: () => void;
  onReleased: () => void;
}

export function ConfirmRelease({
  projectId,
  chosen,
  others,
  entries,
  checks,
  opened,
  onClose,
  onReleased,
}: ConfirmReleaseProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const found = others
    .map((file) => ({ file, faults: faultsOf(file, checks), warnings: warningsIn(file, checks) }))
    .filter(({ faults, warnings }) => faults.length + warnings.length > 0);
  const needsReason = found.some(({ faults }) => faults.length > 0);
  const release = useMutation({
    ...stagingReleaseMutation(),
    meta: {
      invalidates: [...stagingKeys(projectId), ...fileKeys(projectId), ...projectKeys(projectId)],
      failure: { title: 'Release Failed', message: 'Failed to release tracks' },
    },
    onSuccess: ({ data }) => {
      const what = data.releasedTracks > 0 ? plural(data.releasedTracks, 'track') : plural(data.files.length, 'file');
      toast.success('Release Successful', `${what} released to client`);
      setReason('');
      onReleased();
    },
    onSettled: onClose,
  });

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (needsReason && reason.trim() === '') return setIsMissing(true);
    const masters = stagedIdsOf(chosen, new Set(chosen.map(({ track }) => track.id)));
    const stagingFileIds = [...masters, ...others.map(({ id }) => id)];
    if (stagingFileIds.length > 0) return release.mutate({ path: { projectId }, body: { stagingFileIds, reason } });
    toast.info('Nothing to release', 'Every master of the selected tracks has been released already.');
    onClose();
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Confirm Release">
      <form onSubmit={confirm}>
        <Stack gap="md">
          <Text size="sm">
            You are about to release{' '}
            {chosen.length > 0 ? plural(chosen.length, 'track') : plural(others.length, 'file')} to the client. This
            will make the {chosen.length > 0 ? 'master files' : 'files'} available for download.
          </Text>
          <ScrollArea.Autosize mah={280}>
            <List size="sm" spacing={4} listStyleType="none">
              {chosen.map(({ track }) => (
                <List.Item key={track.id}>
                  Track {track.trackNumber}: {track.title}
                </List.Item>
              ))}
              {others.map((file) => (
                <List.Item key={file.id} style={{ overflowWrap: 'anywhere' }}>
                  {file.deliverable && placedName(file.deliverable, entries)}
                </List.Item>
              ))}
            </List>
          </ScrollArea.Autosize>
          {found.length > 0 && (
            <ScrollArea.Autosize mah={280}>
              <Stack gap="xs">
                {found.map(({ file, faults, warnings }) => (
                  <Alert
                    key={file.id}
                    color={faults.length > 0 ? 'red' : 'orange'}
                    icon={faults.length > 0 ? <IconCircleX aria-hidden /> : <IconAlertTriangle aria-hidden />}
                    title={file.originalName}
                    styles={{ title: { overflowWrap: 'anywhere' } }}
                  >
                    <List size="sm" spacing={2} style={{ overflowWrap: 'anywhere' }}>
                      {[...faults, ...warnings].map((text) => (
                        <List.Item key={text}>{text}</List.Item>
                      ))}
                    </List>
                  </Alert>
                ))}
              </Stack>
            </ScrollArea.Autosize>
          )}
          {needsReason && (
            <TextInput
              label="Reason"
              description="Why you release this all the same. The delivery page shows it with the errors."
              placeholder="The plant has agreed to fix the checksum"
              withAsterisk
              maxLength={500}
              error={isMissing && 'Say why this is released all the same'}
              value={reason}
              onChange={(event) => {
                setReason(event.currentTarget.value);
                setIsMissing(false);
              }}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={release.isPending}>
              Confirm Release
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
