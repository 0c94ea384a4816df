import { Box, Button, Group, Paper, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf, type Reminders, remindersGetOptions, remindersPauseMutation, remindersSendMutation } from '../../api';
import { reminderKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { formatDateTime, formatDateTimeIn, plural } from '../../lib/format/format';
import { Failure } from '../../ui/failure';

/** Schedule, text and history of an invoice's reminders. */
export function ReminderPanel({ invoiceId }: { invoiceId: string }) {
  const path = { id: invoiceId };
  const timeZone = useSession().studio?.timeZone ?? 'UTC';
  const { data, isPending, isError, error, refetch } = useQuery({ ...remindersGetOptions({ path }), select: dataOf });
  const send = useMutation({
    ...remindersSendMutation(),
    meta: {
      invalidates: reminderKeys(invoiceId),
      success: { title: 'Reminder Sent', message: 'The client gets it in the portal and by e-mail' },
      failure: { title: 'Error', message: 'Failed to send reminder' },
    },
  });
  const pause = useMutation({
    ...remindersPauseMutation(),
    meta: { invalidates: reminderKeys(invoiceId), failure: { title: 'Error', message: 'Failed to update reminders' } },
  });
  if (isPending) {
    return (
      <Stack gap="md" role="status" aria-label="Loading reminders">
        <Skeleton h={24} />
        <Skeleton h={110} />
        <Skeleton h={32} />
      </Stack>
    );
  }
  if (isError) return <Failure title="Failed to load reminders" error={error} onRetry={() => void refetch()} />;
  const { paused, preview, canSend, reason, sent } = data;
  return (
    <Stack gap="lg">
      <Switch
        label="Scheduled reminders"
        description={nextLine(data, timeZone)}
        labelPosition="left"
        styles={{ body: { justifyContent: 'space-between' } }}
        checked={pause.isPending ? !pause.variables.body.paused : !paused}
        onChange={({ currentTarget }) => pause.mutate({ path, body: { paused: !currentTarget.checked } })}
      />
      <Box>
        <Text size="sm" fw={500} mb={4}>
          What the client reads today
        </Text>
        <Paper withBorder p="sm" bg="var(--mantine-color-body)">
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {preview.text}
          </Text>
        </Paper>
      </Box>
      <Sent sent={sent} />
      <Group justify="flex-end" gap="sm">
        {reason && (
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        )}
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          disabled={!canSend}
          loading={send.isPending}
          onClick={() => send.mutate({ path })}
        >
          Send reminder now
        </Button>
      </Group>
    </Stack>
  );
}

/** Shows the time in the studio's time zone, in which the schedule is defined. */
function nextLine({ paused, next }: Reminders, timeZone: string): string {
  if (paused) return 'Paused. Reminders that fall due in the meantime are not sent later.';
  if (!next) return 'No further reminders are scheduled.';
  return `Next: ${formatDateTimeIn(next.at, timeZone)}, ${occasion(next.dayOffset)}.`;
}

function occasion(dayOffset: number): string {
  if (dayOffset === 0) return 'on the due date';
  return `${plural(Math.abs(dayOffset), 'day')} ${dayOffset < 0 ? 'before' : 'after'} the due date`;
}

function Sent({ sent }: Pick<Reminders, 'sent'>) {
  return (
    <Box>
      <Text size="sm" fw={500} mb={4}>
        Sent
      </Text>
      {sent.length === 0 && (
        <Text size="sm" c="dimmed">
          No reminder has been sent yet.
        </Text>
      )}
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {sent.map(({ id, sentAt, dayOffset }) => (
          <Group key={id} component="li" justify="space-between" gap="xs">
            <Text size="sm">{formatDateTime(sentAt)}</Text>
            <Text size="sm" c="dimmed">
              {dayOffset === null ? 'by hand' : occasion(dayOffset)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Box>
  );
}
