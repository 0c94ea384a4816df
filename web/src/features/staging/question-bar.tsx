import { Alert, Button, Group, Kbd, Paper, Text } from '@mantine/core';
import { IconArrowBackUp, IconHelpCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { conventionsDismissMutation, stagingAnswerMutation, type StagingQuestion } from '../../api';
import { ApiError } from '../../api/error';
import { conventionKeys, stagingKeys } from '../../api/keys';
import { isInDialog, isTyping } from '../../lib/navigation/typing';
import { slotKinds } from '../../lib/slots';
import type { SlotType } from '../../lib/words';
import { useWiderThan } from '../../ui/use-wider-than';
import { answerOfKey, questionText } from './questions';

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Answers that a phone scrolls sideways up to the edge, so that they hide only two lines of the files. */
const inOneLine = { wrap: 'nowrap', mr: 'calc(-1 * var(--mantine-spacing-xs))', style: { overflowX: 'auto' } } as const;

interface QuestionBarProps {
  projectId: string;
  /** Only the first one is shown. The next one follows when it is answered. */
  questions: StagingQuestion[];
}

interface AnsweredQuestion {
  conventionId: string;
  text: string;
  slotType: SlotType;
}

/**
 * A question that settles many rows. A click or a key answers it, and another one undoes that. It comes when files have
 * been analyzed, and is below the rows, at the lower edge of the window, so that it moves none of them.
 */
export function QuestionBar({ projectId, questions }: QuestionBarProps) {
  const [answered, setAnswered] = useState<AnsweredQuestion | null>(null);
  const invalidates = [...stagingKeys(projectId), ...conventionKeys()];
  const answer = useMutation({
    ...stagingAnswerMutation(),
    meta: { invalidates, failure: { title: 'Error', message: 'Failed to save the answer' } },
  });
  const undo = useMutation({
    ...conventionsDismissMutation(),
    onSuccess: () => setAnswered(null),
    // somebody else has deleted it
    onError: (error) => isGone(error) && setAnswered(null),
    meta: { invalidates, failure: { title: 'Error', message: 'Failed to undo the answer' } },
  });
  const wide = useWiderThan('sm');
  const [question] = questions;
  const busy = answer.isPending || undo.isPending;

  function give({ word, text }: StagingQuestion, slotType: SlotType) {
    answer.mutate(
      { path: { projectId }, body: { word, slotType } },
      { onSuccess: ({ data: { conventionId } }) => setAnswered({ conventionId, text, slotType }) },
    );
  }
  const takeBack = () => answered && undo.mutate({ path: { id: answered.conventionId } });

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (busy || event.defaultPrevented || isTyping(event) || isInDialog()) return;
      const key = answerOfKey(event);
      if (key === null) return;
      if (key === 'undo') {
        if (!answered) return;
        event.preventDefault();
        return takeBack();
      }
      const slotType = question?.choices[key];
      if (!question || !slotType) return;
      event.preventDefault();
      give(question, slotType);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  if (!question && !answered) return null;
  return (
    <Paper pos="sticky" bottom="var(--app-shell-footer-offset, 0px)" style={{ zIndex: 1 }}>
      <Alert
        color="blue"
        variant="light"
        p="xs"
        role="region"
        aria-label="Question"
        icon={wide && <IconHelpCircle aria-hidden />}
      >
        <Group gap={wide ? 'xs' : 6}>
          {question && (
            <>
              <Text size="sm" fw={500} role="status">
                {questionText(question)}
              </Text>
              <Group gap={wide ? 'xs' : 6} display={wide ? 'contents' : undefined} {...(!wide && inOneLine)}>
                {question.choices.map((slotType, index) => (
                  <Button
                    key={slotType}
                    size="compact-sm"
                    variant="default"
                    flex="none"
                    px={wide ? undefined : 6}
                    disabled={busy}
                    rightSection={wide && <Kbd size="xs">⇧{index + 1}</Kbd>}
                    aria-keyshortcuts={`Shift+${index + 1}`}
                    onClick={() => give(question, slotType)}
                  >
                    {slotKinds[slotType].label}
                  </Button>
                ))}
              </Group>
            </>
          )}
          {answered && (
            <Group gap="xs" ml={question ? 'auto' : undefined}>
              <Text size="sm" role="status">
                “{answered.text}” means {slotKinds[answered.slotType].label} in your studio.
              </Text>
              <Button
                size="compact-sm"
                variant="subtle"
                loading={undo.isPending}
                leftSection={<IconArrowBackUp size={14} aria-hidden />}
                rightSection={wide && <Kbd size="xs">⇧Z</Kbd>}
                aria-keyshortcuts="Shift+Z"
                onClick={takeBack}
              >
                Undo answer
              </Button>
            </Group>
          )}
        </Group>
      </Alert>
    </Paper>
  );
}
