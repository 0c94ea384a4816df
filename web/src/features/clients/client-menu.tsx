import { ActionIcon, CopyButton, Menu, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  IconCopy,
  IconDots,
  IconLock,
  IconLockOpen,
  IconMail,
  IconMailOff,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import {
  type Client,
  clientsResumeMutation,
  clientsSuspendMutation,
  invitesCancelMutation,
  invitesCreateMutation,
  invitesResendMutation,
  usersDeleteMutation,
} from '../../api';
import { clientKeys } from '../../api/keys';
import { toast } from '../../ui/toast';

const sent = {
  invalidates: clientKeys(),
  success: { title: 'Invitation Sent', message: 'The link in the mail works for 14 days; earlier ones have ended' },
  failure: { title: 'Error', message: 'Failed to send the invitation' },
};

/** Actions on a client: view the profile, invite, revoke an invitation, delete. */
export function ClientMenu({ client, onProfile }: { client: Client; onProfile: () => void }) {
  const { id, name, email, joined, invite, suspended } = client;
  const resend = useMutation({ ...invitesResendMutation(), meta: sent });
  const create = useMutation({ ...invitesCreateMutation(), meta: sent });
  const cancel = useMutation({
    ...invitesCancelMutation(),
    meta: {
      invalidates: clientKeys(),
      success: { title: 'Invitation Cancelled', message: 'The link in the mail no longer works' },
      failure: { title: 'Error', message: 'Failed to cancel the invitation' },
    },
  });
  const remove = useMutation({
    ...usersDeleteMutation(),
    meta: {
      invalidates: clientKeys(),
      success: { title: 'Client Deleted', message: 'The client is no longer part of your studio' },
      failure: { title: 'Error', message: 'Failed to delete client' },
    },
  });
  const suspend = useMutation({
    ...clientsSuspendMutation(),
    meta: {
      invalidates: clientKeys(),
      success: { title: 'Client Suspended', message: 'The client no longer sees your studio’s projects' },
      failure: { title: 'Error', message: 'Failed to suspend client' },
    },
  });
  const resume = useMutation({
    ...clientsResumeMutation(),
    meta: {
      invalidates: clientKeys(),
      success: { title: 'Client Let In', message: 'The client sees your studio’s projects again' },
      failure: { title: 'Error', message: 'Failed to let the client in' },
    },
  });
  const open = invite && (invite.status === 'pending' || invite.status === 'expired') ? invite : null;
  const confirm = () =>
    modals.openConfirmModal({
      title: 'Delete client',
      children: (
        <Text
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >{`${name} will no longer be part of your studio. Their account stays, and so does their work with other studios.`}</Text>
      ),
      labels: { confirm: 'Delete client', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ path: { id }, body: {} }),
    });
  return (
    <Menu width={200} position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={`Actions for ${name}`}
          loading={
            resend.isPending ||
            create.isPending ||
            cancel.isPending ||
            remove.isPending ||
            suspend.isPending ||
            resume.isPending
          }
          data-always
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={onProfile}>
          View profile
        </Menu.Item>
        {!joined && open && (
          <Menu.Item
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() => resend.mutate({ path: { id: open.id } })}
          >
            {open.mailFailed ? 'Send again' : 'Resend invitation'}
          </Menu.Item>
        )}
        {!joined && !open && (
          <Menu.Item
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() => create.mutate({ body: { name, email } })}
          >
            Send invitation
          </Menu.Item>
        )}
        {open?.link && (
          <CopyButton value={open.link}>
            {({ copy }) => (
              <Menu.Item
                leftSection={<IconCopy size={16} aria-hidden />}
                onClick={() => {
                  copy();
                  toast.success('Link Copied', `Send it to ${email}; it works until it is used or replaced`);
                }}
              >
                Copy invitation link
              </Menu.Item>
            )}
          </CopyButton>
        )}
        {open && (
          <Menu.Item
            leftSection={<IconMailOff size={16} aria-hidden />}
            onClick={() => cancel.mutate({ path: { id: open.id } })}
          >
            Cancel invitation
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={suspended ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
          onClick={() => (suspended ? resume : suspend).mutate({ path: { id } })}
        >
          {suspended ? 'Let client in again' : 'Suspend client'}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={confirm}>
          Delete client
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
