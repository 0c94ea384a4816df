import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconMessageCircleExclamation } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Approval, type File, filesApproveMutation, filesTakeApprovalBackMutation } from '../../api';
import { fileKeys, projectKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { formatDateTime, listOf } from '../../lib/format/format';
import { useDraft } from '../../lib/forms/use-draft';

const promises = (projectId: string, message: string) => ({
  invalidates: [...fileKeys(projectId), ...projectKeys(projectId)],
  failure: { title: 'Error', message },
});

interface VerdictProps {
  file: File;
  /** Whether its version is the selected one, whose answer stands out. */
  selected: boolean;
  /** The request for changes that this version answers. */
  answers: Approval | null;
}

/** The verdicts of the people who decide on a version, and for them the buttons to give one. */
export function Verdict({ file, selected, answers }: VerdictProps) {
  const { approval, verdicts, awaited, can, projectId } = file;
  const { user } = useSession();
  const [opened, { open, close }] = useDisclosure(false);
  const give = useMutation({ ...filesApproveMutation(), meta: promises(projectId, 'Failed to save your answer') });
  const takeBack = useMutation({
    ...filesTakeApprovalBackMutation(),
    meta: promises(projectId, 'Failed to take your answer back'),
  });
  const own = file.current ? verdicts.find(({ userId }) => userId === user.id) : undefined;
  const path = { id: file.id };
  // A request for changes is answered by a new version, whatever the others say.
  const waitsFor = verdicts.some(({ verdict }) => verdict === 'changes_requested') ? [] : awaited;
  if (!approval && !answers && verdicts.length === 0 && waitsFor.length === 0 && !can.approve) return null;
  return (
    <Stack gap="xs" mt="xs">
      {answers && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          This version answers the request of {answers.userName}
          {answers.note === '' ? '.' : `: “${answers.note}”`}
        </Text>
      )}
      {verdicts.map(({ userId, verdict, userName, createdAt, note }) => (
        <Text key={userId} size="sm" c={file.current ? undefined : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
          {verdict === 'approved' ? 'Approved' : 'Changes requested'} by {userName}, {formatDateTime(createdAt)}.
          {!file.current && ' Void: a newer version has arrived.'}
          {note !== '' && ` “${note}”`}
        </Text>
      ))}
      {waitsFor.length > 0 && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Waits for {listOf(waitsFor)}: everyone who decides approves it.
        </Text>
      )}
      {can.approve && (
        <Group gap="xs">
          {own?.verdict !== 'approved' && (
            <Button
              variant={selected ? undefined : 'default'}
              leftSection={<IconCheck size={16} aria-hidden />}
              loading={give.isPending && give.variables.body.verdict === 'approved'}
              onClick={() => give.mutate({ path, body: { verdict: 'approved' } })}
            >
              Approve
            </Button>
          )}
          {own?.verdict !== 'changes_requested' && (
            <Button
              variant="default"
              leftSection={<IconMessageCircleExclamation size={16} aria-hidden />}
              onClick={open}
            >
              Ask for Changes
            </Button>
          )}
          {own && (
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
