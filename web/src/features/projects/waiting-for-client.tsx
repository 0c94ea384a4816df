import { Box, Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import {
  IconDownload,
  IconFileDollar,
  IconHeadphones,
  IconMessageQuestion,
  IconReceipt,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { dataOf, type ProjectStep, waitingGetOptions } from '../../api';
import { useSession } from '../../api/session';
import { turnsOf, wordsOf } from './next-step';

const LOOKS: Partial<Record<ProjectStep['step'], { Icon: TablerIcon; color: string }>> = {
  read_quote: { Icon: IconFileDollar, color: 'cyan' },
  send_mixes: { Icon: IconUpload, color: 'blue' },
  hear: { Icon: IconHeadphones, color: 'orange' },
  answer: { Icon: IconMessageQuestion, color: 'orange' },
  pay: { Icon: IconReceipt, color: 'purple' },
  download: { Icon: IconDownload, color: 'green' },
};

/** More would push the projects out of sight. */
const SHOWN_FIRST = 10;

/** The projects in which it is the client's turn, at the top of their home. */
export function WaitingForClient() {
  const { data } = useQuery({ ...waitingGetOptions(), select: dataOf });
  const [all, setAll] = useState(false);
  const turns = turnsOf(data?.steps ?? []);
  if (turns.length === 0) return null;
  const shown = all ? turns : turns.slice(0, SHOWN_FIRST);
  return (
    <Stack gap="sm" component="section" aria-labelledby="waiting">
      <Title order={2} id="waiting">
        Waiting for you
      </Title>
      <Paper withBorder radius="md">
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {shown.map((step, index) => (
            <Row key={step.projectId} step={step} first={index === 0} />
          ))}
        </Stack>
      </Paper>
      {shown.length < turns.length && (
        <Button variant="default" mx="auto" onClick={() => setAll(true)}>
          Show all {turns.length} waiting
        </Button>
      )}
    </Stack>
  );
}

function Row({ step, first }: { step: ProjectStep; first: boolean }) {
  const { demoPayments } = useSession();
  const { sentence, action } = wordsOf(step, demoPayments);
  const { Icon, color } = LOOKS[step.step]!;
  return (
    <Group
      component="li"
      p="md"
      gap="sm"
      style={first ? undefined : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group flex="1 1 260px" miw={0} gap="sm" wrap="nowrap">
        <ThemeIcon variant="light" color={color} size={36} radius="xl" aria-hidden>
          <Icon size={18} />
        </ThemeIcon>
        <Box miw={0}>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {step.title}
          </Text>
          <Text size="sm" c={step.overdue ? 'var(--mantine-color-red-text)' : 'dimmed'}>
            {sentence}
          </Text>
        </Box>
      </Group>
      {action && (
        <Button
          component={Link}
          to={action.to}
          variant={first ? undefined : 'light'}
          aria-label={`${action.label}: ${step.title}`}
          ml="auto"
          w={{ base: '100%', sm: 'auto' }}
        >
          {action.label}
        </Button>
      )}
    </Group>
  );
}
