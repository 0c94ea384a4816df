import { Button, Group, Paper, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatSeconds, parseClock } from '../../lib/format';
import { useAddComment } from './mutations';
import { sendOnEnter } from './send-on-enter';

interface MomentFormProps {
  projectId: string;
  fileId: string;
  /** Seconds at which it was begun. */
  at: number;
  /** Null while it is not known. */
  durationS: number | null;
  onEnd: () => void;
}

/** A comment on a moment, or on the passage from there to another. */
export function MomentForm({ projectId, fileId, at, durationS, onEnd }: MomentFormProps) {
  const add = useAddComment(projectId);
  const tooLate = (seconds: number) =>
    durationS !== null && seconds > durationS ? `The file ends at ${formatSeconds(durationS)}` : null;
  const form = useForm({
    initialValues: { comment: '', from: formatSeconds(at), to: '' },
    validate: {
      from: (value) => {
        const seconds = parseClock(value);
        return seconds === null ? 'Write it as m:ss' : tooLate(seconds);
      },
      to: (value, { from }) => {
        if (value.trim() === '') return null;
        const seconds = parseClock(value);
        if (seconds === null) return 'Write it as m:ss';
        return seconds <= (parseClock(from) ?? 0) ? 'A passage ends after it begins' : tooLate(seconds);
      },
    },
  });
  const submit = form.onSubmit(({ comment, from, to }) => {
    const text = comment.trim();
    if (text === '') return onEnd();
    if (add.isPending) return;
    const typed = from === formatSeconds(at) ? at : parseClock(from);
    const timestampSeconds = typed === null ? null : Math.round(typed * 100) / 100;
    const endSeconds = to.trim() === '' ? null : parseClock(to);
    add.mutate({ body: { projectId, fileId, comment: text, timestampSeconds, endSeconds } }, { onSuccess: onEnd });
  });
  return (
    <Paper withBorder p="sm" component="form" noValidate onSubmit={submit} aria-label="New comment">
      <Stack gap="xs">
        <Group gap="xs" align="flex-start">
          <TextInput w={104} label="From" {...form.getInputProps('from')} />
          <TextInput w={104} label="To (optional)" placeholder="m:ss" {...form.getInputProps('to')} />
        </Group>
        <Textarea
          aria-label="Comment"
          placeholder="What should be different here?"
          autoFocus
          autosize
          minRows={2}
          maxRows={12}
          maxLength={10_000}
          {...form.getInputProps('comment')}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onEnd();
            else sendOnEnter(event);
          }}
        />
        <Group gap="xs">
          <Button type="submit" loading={add.isPending}>
            Add Comment
          </Button>
          <Button variant="subtle" color="gray" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
