import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf, mailHoldReleaseMutation, mailHoldStatusOptions, mailHoldStatusQueryKey } from '../../api';
import { formatDateTime } from '../../lib/format/format';

/** Asks the operator before a restored installation sends mail to real people. */
export function MailHold() {
  const { data } = useQuery({ ...mailHoldStatusOptions(), select: dataOf });
  const release = useMutation({
    ...mailHoldReleaseMutation(),
    meta: {
      invalidates: [mailHoldStatusQueryKey()],
      success: { title: 'Mail Released', message: 'The portal sends mail again' },
      failure: { title: 'Error', message: 'Mail could not be released' },
    },
  });
  if (!data?.heldSince) return null;
  return (
    <Alert color="yellow" title="This portal was restored from a backup and sends no mail">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Restored on {formatDateTime(data.heldSince)}. If this is a copy for practice, leave it as it is: mail would
          reach real people. Mails refused meanwhile are marked as not sent, and can be sent again from their project.
        </Text>
        <Button variant="default" loading={release.isPending} onClick={() => release.mutate({})}>
          Release mail
        </Button>
      </Stack>
    </Alert>
  );
}
