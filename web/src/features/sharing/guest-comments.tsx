import { Alert, Badge, Box, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type SharedComment, sharedCommentMutation, sharedCommentsQueryKey } from '../../api';
import { messageOf } from '../../api/error';
import { zAddSharedComment } from '../../api/generated/zod.gen';
import { formatAge, formatSeconds } from '../../lib/format/format';
import { formErrors } from '../../lib/forms/form-errors';

interface GuestCommentsProps {
  token: string;
  fileId: string;
  comments: SharedComment[];
  /** The name that the visitor gave before. */
  name: string;
  onName: (name: string) => void;
  /** The visitor begins to write. */
  onWrite: () => void;
  /** The position that is heard. */
  position: () => number;
  onSeek: (seconds: number) => void;
}

/** The comments of a track made through this link, and a form for another. */
export function GuestComments({ comments, onSeek, ...form }: GuestCommentsProps) {
  return (
    <Stack gap="md" mt="sm">
      {comments.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} aria-label="Comments" style={{ listStyle: 'none' }}>
          {comments.map((comment) => (
            <Box key={comment.id} component="li" pl={comment.parentId ? 24 : 0}>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {comment.author}
                </Text>
                {comment.writtenBy === 'studio' && <Badge color="blue">Studio</Badge>}
                {comment.writtenBy === 'guest' && (
                  <Text size="xs" c="dimmed">
                    Guest
                  </Text>
                )}
                {comment.timestampSeconds !== null && comment.parentId === null && (
                  <Badge
                    component="button"
                    type="button"
                    style={{ cursor: 'pointer' }}
                    onClick={() => onSeek(comment.timestampSeconds ?? 0)}
                  >
                    {formatSeconds(comment.timestampSeconds)}
                  </Badge>
                )}
                <Text size="xs" c="dimmed">
                  {formatAge(comment.createdAt)}
                </Text>
              </Group>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {comment.comment}
              </Text>
            </Box>
          ))}
        </Stack>
      )}
      <Form {...form} />
    </Stack>
  );
}

function Form({ token, fileId, name, onName, onWrite, position }: Omit<GuestCommentsProps, 'comments' | 'onSeek'>) {
  // The position at which the visitor began to write; null for a comment on the whole track.
  const [seconds, setSeconds] = useState<number | null>(null);
  const bodyOf = (values: { name: string; comment: string }) => ({ ...values, fileId, timestampSeconds: seconds });
  const form = useForm({
    initialValues: { name, comment: '' },
    validate: (values) => formErrors(zAddSharedComment, bodyOf(values)),
  });
  const add = useMutation({
    ...sharedCommentMutation(),
    meta: { invalidates: [sharedCommentsQueryKey({ path: { token } })] },
    onSuccess: () => {
      onName(form.values.name);
      form.setFieldValue('comment', '');
      setSeconds(null);
    },
  });
  const begin = () => {
    if (form.values.comment !== '') return;
    onWrite();
    setSeconds(position() >= 1 ? Math.floor(position()) : null);
  };
  const isWriting = form.values.comment !== '';
  return (
    <form noValidate onSubmit={form.onSubmit((values) => add.mutate({ path: { token }, body: bodyOf(values) }))}>
      <Stack gap="xs">
        {add.error && (
          <Alert color="red" p="sm" role="alert">
            {messageOf(add.error, 'The comment was not sent. Please try again.')}
          </Alert>
        )}
        <Textarea
          aria-label="Comment"
          placeholder="Write a comment"
          autosize
          minRows={1}
          maxRows={8}
          maxLength={4000}
          onBeforeInput={begin}
          {...form.getInputProps('comment')}
        />
        {isWriting && (
          <Group gap="xs" align="flex-start">
            <TextInput
              aria-label="Your name"
              placeholder="Your name"
              autoComplete="name"
              maxLength={80}
              flex={1}
              miw={140}
              {...form.getInputProps('name')}
            />
            {seconds !== null && (
              <Button
                variant="default"
                aria-label={`at ${formatSeconds(seconds)}: comment on the whole track instead`}
                onClick={() => setSeconds(null)}
              >
                at {formatSeconds(seconds)} ×
              </Button>
            )}
            <Button type="submit" loading={add.isPending}>
              Send
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
