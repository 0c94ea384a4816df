import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { formatSeconds, parseClock } from '../../lib/format/format';
import { useDraft } from '../../lib/forms/use-draft';
import { MentionTextarea } from './mention-textarea';
import { useAddComment } from './mutations';
import { sendOnEnter } from './send-on-enter';

type Moment = {
  comment: string;
  from: string;
  to: string;
  /** Position in seconds at which the comment was started. */
  at: number;
};

interface MomentFormProps {
  projectId: string;
  fileId: string;
  /** Position in seconds at which a comment is started; null if none is, other than a saved draft. */
  at: number | null;
  /** Null while unknown. */
  durationS: number | null;
  onEnd: () => void;
}

/** Form for a comment on a position or on a range. A draft is restored after a reload. */
export function MomentForm({ projectId, fileId, at, durationS, onEnd }: MomentFormProps) {
  const draft = useDraft<Moment>(`moment ${fileId}`);
  const [kept, setKept] = useState(draft.read);
  const begun = useMemo(
    () => (at === null ? kept : { at, from: formatSeconds(at), to: '', comment: draft.read()?.comment ?? '' }),
    [at, kept, draft],
  );
  if (!begun) return null;
  const end = () => {
    setKept(null);
    onEnd();
  };
  const own = { projectId, fileId, durationS, draft, onEnd: end };
  return <MomentFields key={begun.at} {...own} begun={begun} focused={at !== null} />;
}

interface MomentFieldsProps extends Omit<MomentFormProps, 'at'> {
  begun: Moment;
  draft: ReturnType<typeof useDraft<Moment>>;
  focused: boolean;
}

function MomentFields({ projectId, fileId, begun, draft, focused, durationS, onEnd }: MomentFieldsProps) {
  const { at } = begun;
  const add = useAddComment(projectId);
  const tooLate = (seconds: number) =>
    durationS !== null && seconds > durationS ? `The file ends at ${formatSeconds(durationS)}` : null;
  const form = useForm({
    initialValues: { comment: begun.comment, from: begun.from, to: begun.to },
    onValuesChange: (values) => (values.comment.trim() === '' ? draft.drop() : draft.keep({ ...values, at })),
    validate: {
      from: (value) => {
        const seconds = parseClock(value);
        return seconds === null ? 'Write it as m:ss' : tooLate(seconds);
      },
      to: (value, { from }) => {
        if (value.trim() === '') return null;
        const seconds = parseClock(value);
        if (seconds === null) return 'Write it as m:ss';
        return seconds <= (parseClock(from) ?? 0) ? 'A passage must end after its start' : tooLate(seconds);
      },
    },
  });
  const discard = () => {
    draft.drop();
    onEnd();
  };
  const submit = form.onSubmit(({ comment, from, to }) => {
    const text = comment.trim();
    if (text === '') return discard();
    if (add.isPending) return;
    const typed = from === formatSeconds(at) ? at : parseClock(from);
    const timestampSeconds = typed === null ? null : Math.round(typed * 100) / 100;
    const endSeconds = to.trim() === '' ? null : parseClock(to);
    // A failure shows its own toast, and the text stays.
    void add
      .mutateAsync({ body: { projectId, fileId, comment: text, timestampSeconds, endSeconds } })
      .then(discard, () => undefined);
  });
  return (
    <Paper flex="none" withBorder p="sm" component="form" noValidate onSubmit={submit} aria-label="New comment">
      <Stack gap="xs">
        <Group gap="xs" align="flex-start">
          <TextInput w={104} label="From" {...form.getInputProps('from')} />
          <TextInput w={104} label="To (optional)" placeholder="m:ss" {...form.getInputProps('to')} />
        </Group>
        <MentionTextarea
          projectId={projectId}
          aria-label="Comment"
          placeholder="What should be different here?"
          autoFocus={focused}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={10_000}
          value={form.values.comment}
          onText={(text) => form.setFieldValue('comment', text)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onEnd();
            else sendOnEnter(event);
          }}
        />
        <Group gap="xs">
          <Button type="submit" loading={add.isPending}>
            Add Comment
          </Button>
          <Button variant="subtle" color="gray" onClick={discard}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
