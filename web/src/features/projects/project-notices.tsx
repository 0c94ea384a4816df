import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailOpened, IconMailX, IconUserOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  dataOf,
  type FailedMail,
  failedMailsListOptions,
  failedMailsSendAgainMutation,
  type Project,
  usersGetOptions,
} from '../../api';
import { failedMailKeys } from '../../api/keys';

/** For engineers: reasons why the client cannot see the project or does not get mail about it. */
export function ProjectNotices({ project }: { project: Project }) {
  const { data: mails = [] } = useQuery({
    ...failedMailsListOptions({ path: { id: project.id } }),
    select: dataOf,
    enabled: project.can.update && !project.clientLeft,
  });
  const { data: client } = useQuery({
    ...usersGetOptions({ path: { id: project.clientId } }),
    select: dataOf,
    enabled: project.can.update && !project.clientLeft,
  });
  if (!project.can.update) return null;
  if (project.clientLeft)
    return (
      <Alert color="gray" title="The client has deleted their account" icon={<IconUserOff aria-hidden />}>
        They no longer get mails, reminders or quotes. The project and its files stay.
      </Alert>
    );
  if (!client?.invited && mails.length === 0) return null;
  return (
    <Stack gap="sm">
      {client?.invited && (
        <Alert
          color="blue"
          title="The client has not accepted your invitation yet"
          icon={<IconMailOpened aria-hidden />}
        >
          They see this project, its quote and its files once they do. Whether the invitation is open, you see under{' '}
          <Anchor component={Link} to="/app/clients" inherit>
            Clients
          </Anchor>
          .
        </Alert>
      )}
      {mails.length > 0 && <FailedMails projectId={project.id} mails={mails} />}
    </Stack>
  );
}

function FailedMails({ projectId, mails }: { projectId: string; mails: FailedMail[] }) {
  return (
    <Alert
      color="red"
      title={mails.length === 1 ? 'A mail did not reach the client' : `${mails.length} mails did not reach the client`}
      icon={<IconMailX aria-hidden />}
    >
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {mails.map((mail) => (
          <Failed key={mail.id} projectId={projectId} mail={mail} />
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
