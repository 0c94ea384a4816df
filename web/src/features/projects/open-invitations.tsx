import { Box, Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconMailOpened } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  dataOf,
  invitesAcceptOwnMutation,
  invitesDeclineOwnMutation,
  invitesOpenOptions,
  type OpenInvite,
} from '../../api';
import { openInviteKeys } from '../../api/keys';

/** Invitations of other studios to the client, who must answer before seeing anything of that studio. */
export function OpenInvitations() {
  const { data = [] } = useQuery({ ...invitesOpenOptions(), select: dataOf });
  if (data.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="invitations">
      <Title order={2} id="invitations">
        {data.length === 1 ? 'An invitation for you' : 'Invitations for you'}
      </Title>
      <Paper withBorder radius="md">
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {data.map((invite, index) => (
            <Question key={invite.id} invite={invite} first={index === 0} />
          ))}
        </Stack>
      </Paper>
    </Stack>
  );
}

function Question({ invite, first }: { invite: OpenInvite; first: boolean }) {
  const { id, studioName, invitedBy, projectTitle } = invite;
  const client = useQueryClient();
  const accept = useMutation({
    ...invitesAcceptOwnMutation(),
    meta: {
      invalidates: openInviteKeys(),
      success: { title: 'Invitation Accepted', message: `You work with ${studioName} now` },
      failure: { title: 'Error', message: 'The invitation could not be accepted' },
    },
    // The client now also sees that studio's projects, notifications and brand.
    onSuccess: () => client.invalidateQueries(),
  });
  const decline = useMutation({
    ...invitesDeclineOwnMutation(),
    meta: {
      invalidates: openInviteKeys(),
      success: { title: 'Invitation Declined', message: `${studioName} has been notified` },
      failure: { title: 'Error', message: 'The invitation could not be declined' },
    },
  });
  const confirm = () =>
    modals.openConfirmModal({
      title: 'Decline invitation',
      children: (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {`${studioName} will see that you declined. Only a new invitation can change that.`}
        </Text>
      ),
      labels: { confirm: 'Decline', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => decline.mutate({ path: { id } }),
    });
  return (
    <Group
      component="li"
      p="md"
      gap="sm"
      style={first ? undefined : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group flex="1 1 260px" miw={0} gap="sm" wrap="nowrap">
        <ThemeIcon variant="light" size={36} radius="xl" aria-hidden>
          <IconMailOpened size={18} />
        </ThemeIcon>
        <Box miw={0}>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {`${studioName} would like to work with you`}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {projectTitle ? `${invitedBy} invites you to “${projectTitle}”.` : `${invitedBy} invites you.`} If you
            accept, they see your name and profile.
          </Text>
        </Box>
      </Group>
      <Group gap="xs" ml="auto" wrap="nowrap">
        <Button
          variant="default"
          loading={decline.isPending}
          disabled={accept.isPending}
          aria-label={`Decline: ${studioName}`}
          onClick={confirm}
        >
          Decline
        </Button>
        <Button
          loading={accept.isPending}
          disabled={decline.isPending}
          aria-label={`Accept: ${studioName}`}
          onClick={() => accept.mutate({ path: { id } })}
        >
          Accept
        </Button>
      </Group>
    </Group>
  );
}
