import { type BoxProps, Button, type ButtonVariant, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Quote, quotesAskMutation } from '../../api';
import { commentKeys, projectKeys } from '../../api/keys';
import { useDraft } from '../../lib/forms/use-draft';

/** Button with the form for a question about a quote. The answer comes in the same thread. */
export function AskAboutQuote({ quote, ...look }: { quote: Quote; variant: ButtonVariant; flex?: BoxProps['flex'] }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button {...look} onClick={open}>
        Ask a question
      </Button>
      <Modal opened={opened} onClose={close} title="Ask about the quote">
        <AskForm quote={quote} onClose={close} />
      </Modal>
    </>
  );
}

function AskForm({ quote: { id, projectId }, onClose }: { quote: Quote; onClose: () => void }) {
  const draft = useDraft<{ text: string }>(`question ${id}`);
  const [question, setQuestion] = useState(() => draft.read()?.text ?? '');
  const ask = useMutation({
    ...quotesAskMutation(),
    meta: {
      invalidates: [...commentKeys(projectId), ...projectKeys(projectId)],
      success: { title: 'Question Sent', message: 'You get an email when it is answered. The quote stays open.' },
      failure: { title: 'Error', message: 'Failed to send the question' },
    },
    onSuccess: () => {
      draft.drop();
      onClose();
    },
  });
  function change(text: string) {
    setQuestion(text);
    if (text.trim() === '') draft.drop();
    else draft.keep({ text });
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate({ path: { id }, body: { question: question.trim() } });
      }}
    >
      <Stack gap="md">
        <Textarea
          label="Question or request"
          description="Your engineer answers, or sends you a revised quote."
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2000}
          value={question}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={ask.isPending} disabled={question.trim() === ''}>
            Send question
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
