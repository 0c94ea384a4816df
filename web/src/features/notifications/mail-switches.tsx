import { Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf, type MailPreference, mailPreferencesListOptions, mailPreferencesSetMutation } from '../../api';
import { mailPreferenceKeys } from '../../api/keys';
import { notificationTypes } from '../../lib/words';
import { Failure } from '../../ui/failure';
import { kindStyles } from './kinds';

/** Switches for notifications by e-mail. */
export function MailSwitches() {
  const { data, isPending, isError, error, refetch } = useQuery({ ...mailPreferencesListOptions(), select: dataOf });
  if (isPending) {
    return (
      <Stack gap="md" role="status" aria-label="Loading e-mail settings">
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} h={20} />
        ))}
      </Stack>
    );
  }
  if (isError) return <Failure title="Failed to load e-mail settings" error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        All notifications are listed here. Those that are switched on are also sent by e-mail.
      </Text>
      {data.map((preference) => (
        <MailSwitch key={preference.type} preference={preference} />
      ))}
    </Stack>
  );
}

function MailSwitch({ preference: { type, email } }: { preference: MailPreference }) {
  const set = useMutation({
    ...mailPreferencesSetMutation(),
    meta: {
      invalidates: mailPreferenceKeys(),
      failure: { title: 'Error', message: 'Failed to change e-mail settings' },
    },
  });
  const { Icon } = kindStyles[type];
  const { label } = notificationTypes[type];
  return (
    <Switch
      labelPosition="left"
      styles={{ body: { justifyContent: 'space-between' } }}
      label={
        <Group gap="sm" wrap="nowrap">
          <Icon size={18} stroke={1.75} color="var(--mantine-color-dimmed)" aria-hidden />
          {label}
        </Group>
      }
      checked={set.isPending ? set.variables.body.email : email}
      onChange={({ currentTarget }) => set.mutate({ body: { type, email: currentTarget.checked } })}
    />
  );
}
