import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailOpened, IconMailX, IconUserOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { SteadyNotice } from '../../ui/steady-notice';

const hasNotices = ({ can, clientLeft }: Project): boolean => can.update && !clientLeft;

const useFailedMails = (project: Project) =>
  useQuery({
    ...failedMailsListOptions({ path: { id: project.id } }),
    select: dataOf,
    enabled: hasNotices(project),
  });

const useClient = (project: Project) =>
  useQuery({ ...usersGetOptions({ path: { id: project.clientId } }), select: dataOf, enabled: hasNotices(project) });

/** Whether the notices are known. They are above the tabs, which they must not move. */
export function useProjectNoticesKnown(project: Project): boolean {
  const [mails, client] = [useFailedMails(project), useClient(project)];
  return !mails.isLoading && !client.isLoading;
}

/** For engineers: reasons why the client cannot see the project or does not get mail about it. */
export function ProjectNotices({ project, tab }: { project: Project; tab: string }) {
  const { data: client } = useClient(project);
  const ready = useProjectNoticesKnown(project);
  if (!project.can.update) return null;
  if (project.clientLeft)
    return (
      <Alert color="gray" title="The client has deleted their account" icon={<IconUserOff aria-hidden />}>
        They no longer get mails, reminders or quotes. The project and its files stay.
      </Alert>
    );
  return (
    <>
      <SteadyNotice ready={ready} place={tab}>
        {client?.invited ? <Invited /> : null}
      </SteadyNotice>
      <FailedMailNotices project={project} ready={ready} place={tab} />
    </>
  );
}

function Invited() {
  return (
    <Alert color="blue" title="The client has not accepted your invitation yet" icon={<IconMailOpened aria-hidden />}>
      They see this project, its quote and its files once they do. Whether the invitation is open, you see under{' '}
      <Anchor component={Link} to="/app/clients" inherit>
        Clients
      </Anchor>
      .
    </Alert>
  );
}

interface FailedMailNoticesProps {
  project: Project;
  /** As in `SteadyNotice`. */
  ready: boolean;
  place: string;
}

/** Mails that fail while the page is read are in a notice of their own, because a longer one would move the page. */
function FailedMailNotices({ project, ready, place }: FailedMailNoticesProps) {
  const { data: mails = [] } = useFailedMails(project);
  const [opened, setOpened] = useState<{ place: string; ids: string[] } | null>(null);
  if (ready && opened?.place !== place) setOpened({ place, ids: mails.map(({ id }) => id) });
  const isOld = ({ id }: FailedMail) => opened?.ids.includes(id) ?? false;
  const [old, fresh] = [mails.filter(isOld), mails.filter((mail) => !isOld(mail))];
  return (
    <>
      {old.length > 0 && <FailedMails projectId={project.id} mails={old} />}
      <SteadyNotice ready={ready} place={place}>
        {fresh.length > 0 ? <FailedMails projectId={project.id} mails={fresh} /> : null}
      </SteadyNotice>
    </>
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
