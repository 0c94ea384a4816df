import {
  ActionIcon,
  Badge,
  Button,
  CopyButton,
  Group,
  Modal,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconCopy, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  dataOf,
  type EngineerInvite,
  engineersCancelMutation,
  engineersInviteMutation,
  engineersListOptions,
} from '../../api';
import { zInviteEngineer } from '../../api/generated/zod.gen';
import { engineerInviteKeys } from '../../api/keys';
import { formatDate } from '../../lib/format/format';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors } from '../../lib/forms/form-errors';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';

const STATUS = {
  pending: { label: 'Invited', color: 'yellow' },
  accepted: { label: 'Joined', color: 'green' },
  expired: { label: 'Expired', color: 'gray' },
} as const;

/** Other engineers of this installation, each with their own studio. */
export function Engineers() {
  const [opened, { open, close }] = useDisclosure(false);
  const { data, isPending, isError, error, refetch } = useQuery({ ...engineersListOptions(), select: dataOf });
  return (
    <Stack gap="sm" component="section" aria-labelledby="engineers">
      <Group justify="space-between" align="flex-end">
        <SectionHeader
          id="engineers"
          title="Engineers"
          subtitle="Engineers you have invited to run their own studio here. You cannot see their projects."
        />
        <Button variant="default" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
          Invite engineer
        </Button>
      </Group>
      {isPending && <Skeleton h={80} />}
      {isError && <Failure title="The invitations could not be loaded" error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed" py="md">
          Nobody has been invited yet.
        </Text>
      )}
      {data && data.length > 0 && (
        <Table.ScrollContainer minWidth={520}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Email</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th>Invited</Table.Th>
                <Table.Th ta="right">Actions</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((invite) => (
                <Invited key={invite.id} invite={invite} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Modal opened={opened} onClose={close} title="Invite engineer">
        <InviteForm onDone={close} />
      </Modal>
    </Stack>
  );
}

function Invited({ invite }: { invite: EngineerInvite }) {
  const cancel = useMutation({
    ...engineersCancelMutation(),
    meta: {
      invalidates: engineerInviteKeys(),
      success: { title: 'Invitation Withdrawn', message: `The link sent to ${invite.email} has ended` },
      failure: { title: 'Error', message: 'Failed to withdraw the invitation' },
    },
  });
  const { label, color } = STATUS[invite.status];
  return (
    <Table.Tr>
      <Table.Td fw={500} style={{ overflowWrap: 'anywhere' }}>
        {invite.name}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{invite.email}</Table.Td>
      <Table.Td>
        {invite.status === 'pending' && invite.mailFailed ? (
          <Badge color="red">Mail failed</Badge>
        ) : (
          <Badge color={color}>{label}</Badge>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDate(invite.createdAt)}</Table.Td>
      <Table.Td w={72} ta="right">
        {invite.status !== 'accepted' && (
          <Group className="row-actions" gap={4} justify="flex-end" wrap="nowrap">
            {invite.link && (
              <CopyButton value={invite.link}>
                {({ copied, copy }) => (
                  <ActionIcon aria-label={`Copy the invitation link of ${invite.email}`} onClick={copy}>
                    {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                  </ActionIcon>
                )}
              </CopyButton>
            )}
            <ActionIcon
              aria-label={`Withdraw the invitation of ${invite.email}`}
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ path: { id: invite.id } })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: (values) => formErrors(zInviteEngineer, values),
  });
  const invite = useMutation({
    ...engineersInviteMutation(),
    meta: {
      invalidates: engineerInviteKeys(),
      success: { title: 'Engineer Invited', message: 'A mail with the way to a studio of their own is on its way' },
      failure: { title: 'Error', message: 'Failed to invite the engineer' },
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((body) => invite.mutate({ body }, { onSuccess: onDone }), focusFirstError(form))}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          They get a mail, choose the name of their studio, and see nothing of yours.
        </Text>
        <TextInput label="Name" required data-autofocus maxLength={200} {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" required maxLength={254} {...form.getInputProps('email')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Send invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
