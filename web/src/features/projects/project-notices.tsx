import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailX, IconUserOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf, type FailedMail, failedMailsListOptions, failedMailsSendAgainMutation, type Project } from '../../api';
import { failedMailKeys } from '../../api/keys';

/** For engineers: what keeps the client from hearing of their project. */
export function ProjectNotices({ project }: { project: Project }) {
  const { data: mails = [] } = useQuery({
    ...failedMailsListOptions({ path: { id: project.id } }),
    select: dataOf,
    enabled: project.can.update && !project.clientLeft,
  });
  if (!project.can.update) return null;
  if (project.clientLeft)
    return (
      <Alert color="gray" title="The client has deleted their account" icon={<IconUserOff aria-hidden />}>
        Mails, reminders and quotes do not reach them any more. The project and its files stay.
      </Alert>
    );
  if (mails.length === 0) return null;
  return (
    <Alert
      color="red"
      title={mails.length === 1 ? 'A mail did not reach the client' : `${mails.length} mails did not reach the client`}
      icon={<IconMailX aria-hidden />}
    >
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {mails.map((mail) => (
          <Failed key={mail.id} projectId={project.id} mail={mail} />
        ))}
      </Stack>
    </Alert>
  );
}

function Failed({ projectId, mail }: { projectId: string; mail: FailedMail }) {
  const again = useMutation({
    ...failedMailsSendAgainMutation(),
    meta: {
      invalidates: failedMailKeys(projectId),
      success: { title: 'Sending again', message: `To ${mail.to}` },
      failure: { title: 'Error', message: 'Failed to send the mail again' },
    },
  });
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Text size="sm" miw={0} flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
        {mail.message}{' '}
        <Text span size="sm" c="dimmed">
          ({mail.to})
        </Text>
      </Text>
      <Button
        variant="default"
        loading={again.isPending}
        onClick={() => again.mutate({ path: { id: projectId, notificationId: mail.id } })}
      >
        Send again
      </Button>
    </Group>
  );
}
