import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconMessageCircleExclamation } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type File, filesApproveMutation, filesTakeApprovalBackMutation } from '../../api';
import { fileKeys, projectKeys } from '../../api/keys';
import { useDraft } from '../../api/use-draft';
import { formatDateTime } from '../../lib/format/format';

const promises = (projectId: string, message: string) => ({
  invalidates: [...fileKeys(projectId), ...projectKeys(projectId)],
  failure: { title: 'Error', message },
});

/** The client's verdict on a version, and for clients the buttons to give it. */
export function Verdict({ file }: { file: File }) {
  const { approval, can, projectId } = file;
  const [opened, { open, close }] = useDisclosure(false);
  const give = useMutation({ ...filesApproveMutation(), meta: promises(projectId, 'Failed to save your answer') });
  const takeBack = useMutation({
    ...filesTakeApprovalBackMutation(),
    meta: promises(projectId, 'Failed to take your answer back'),
  });
  const current = approval && !approval.void ? approval : null;
  const path = { id: file.id };
  if (!approval && !can.approve) return null;
  return (
    <Stack gap="xs">
      {approval && (
        <Text size="sm" c={approval.void ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>
          {approval.verdict === 'approved' ? 'Approved' : 'Changes requested'} by {approval.userName},{' '}
          {formatDateTime(approval.createdAt)}.{approval.void && ' Void: a newer version has arrived.'}
          {approval.note !== '' && ` “${approval.note}”`}
        </Text>
      )}
      {can.approve && (
        <Group gap="xs">
          {current?.verdict !== 'approved' && (
            <Button
              leftSection={<IconCheck size={16} aria-hidden />}
              loading={give.isPending && give.variables.body.verdict === 'approved'}
              onClick={() => give.mutate({ path, body: { verdict: 'approved' } })}
            >
              Approve
            </Button>
          )}
          {current?.verdict !== 'changes_requested' && (
            <Button
              variant="default"
              leftSection={<IconMessageCircleExclamation size={16} aria-hidden />}
              onClick={open}
            >
              Ask for Changes
            </Button>
          )}
          {current && (
            <Button
              variant="subtle"
              color="gray"
              loading={takeBack.isPending}
              onClick={() => takeBack.mutate({ path })}
            >
              Take back
            </Button>
          )}
        </Group>
      )}
      <Modal opened={opened} onClose={close} title="Ask for changes" size="md">
        <Request
          fileId={file.id}
          saving={give.isPending}
          onSend={(note) => give.mutateAsync({ path, body: { verdict: 'changes_requested', note } })}
          onSent={close}
        />
      </Modal>
    </Stack>
  );
}

interface RequestProps {
  fileId: string;
  saving: boolean;
  onSend: (note: string) => Promise<unknown>;
  onSent: () => void;
}

function Request({ fileId, saving, onSend, onSent }: RequestProps) {
  const draft = useDraft<{ note: string }>(`changes ${fileId}`);
  const [note, setNote] = useState(() => draft.read()?.note ?? '');
  const sent = () => {
    draft.drop();
    onSent();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // A failure shows its own toast, and the text stays.
        if (!saving) void onSend(note.trim()).then(sent, () => undefined);
      }}
    >
      <Stack gap="sm">
        <Textarea
          label="What should change? (optional)"
          description="Comments on moments in the track are seen as well."
          data-autofocus
          autosize
          minRows={3}
          maxRows={12}
          maxLength={10_000}
          value={note}
          onChange={({ currentTarget: { value } }) => {
            setNote(value);
            if (value.trim() === '') draft.drop();
            else draft.keep({ note: value });
          }}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={saving}>
            Ask for Changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
