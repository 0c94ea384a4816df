import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { dataOf, filesListOptions, type Project } from '../../api';
import { formatSeconds, parseClock } from '../../lib/format/format';
import { useDraft } from '../../lib/forms/use-draft';
import { MentionTextarea } from './mention-textarea';
import { useAddComment } from './mutations';
import { sendOnEnter } from './send-on-enter';
import { useComments } from './use-comments';

interface CommentFormProps {
  project: Project;
  /** File that is selected initially. */
  fileId?: string;
  onAdded?: () => void;
}

type Values = { comment: string; fileId: string | null; time: string };

/** Form for a comment on a project, a file, or a position in a file. */
export function CommentForm({ project: { id: projectId }, fileId: about, onAdded }: CommentFormProps) {
  const { data: files = [] } = useQuery({ ...filesListOptions({ path: { projectId } }), select: dataOf });
  const { data: comments } = useComments(projectId);
  const add = useAddComment(projectId);
  const lengthOf = (fileId: string | null) => files.find(({ id }) => id === fileId)?.analysis.durationS ?? null;
  const draft = useDraft<Values>(`comment ${about ?? projectId}`);
  const form = useForm<Values>({
    initialValues: { comment: '', fileId: about ?? null, time: '', ...draft.read() },
    onValuesChange: (values) => (values.comment.trim() === '' ? draft.drop() : draft.keep(values)),
    validate: {
      time: (value, { fileId }) => {
        if (value.trim() === '' || fileId === null) return null;
        const seconds = parseClock(value);
        const length = lengthOf(fileId);
        if (seconds === null) return 'Write it as m:ss';
        return length !== null && seconds > length ? `The file ends at ${formatSeconds(length)}` : null;
      },
    },
  });
  const { comment, fileId } = form.values;

  const sent = () => {
    draft.drop();
    form.setValues({ comment: '', fileId: about ?? null, time: '' });
    form.clearErrors();
    onAdded?.();
  };
  const submit = form.onSubmit(({ time, ...values }) => {
    const text = values.comment.trim();
    if (text === '' || add.isPending) return;
    const timestampSeconds = values.fileId === null ? null : parseClock(time);
    // A failure shows its own toast, and the text stays.
    void add
      .mutateAsync({ body: { projectId, comment: text, fileId: values.fileId, timestampSeconds } })
      .then(sent, () => undefined);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <MentionTextarea
          projectId={projectId}
          aria-label="Comment"
          data-autofocus={about !== undefined || undefined}
          placeholder="Write a comment"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={10_000}
          onKeyDown={sendOnEnter}
          value={comment}
          onText={(text) => form.setFieldValue('comment', text)}
        />
        <Group gap="xs" align="flex-start">
          {files.length > 0 && (
            <Select
              flex={1}
              miw={180}
              maw={360}
              aria-label="File"
              placeholder="About a file"
              searchable
              clearable
              nothingFoundMessage="No such file"
              data={files.map(({ id, originalName }) => ({ value: id, label: originalName }))}
              {...form.getInputProps('fileId')}
            />
          )}
          {fileId !== null && (
            <TextInput w={100} aria-label="Time in the file" placeholder="At m:ss" {...form.getInputProps('time')} />
          )}
          <Button type="submit" ml="auto" disabled={comment.trim() === ''} loading={add.isPending}>
            Add Comment
          </Button>
        </Group>
        {comments?.length === 0 && (
          <Text size="sm" c="dimmed">
            No comments yet. Start the conversation!
          </Text>
        )}
      </Stack>
    </form>
  );
}
