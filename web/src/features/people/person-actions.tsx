import { ActionIcon, Badge, CopyButton, Select, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCheck, IconCopy, IconDoorExit, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { peopleChangeRoleMutation, peopleRemoveMutation, type Project, type ProjectPerson } from '../../api';
import { projectKeys } from '../../api/keys';
import { optionsOf, projectRoles } from '../../lib/words';

interface PersonActionsProps {
  project: Project;
  person: ProjectPerson;
  isYou: boolean;
}

/** The role of a person, and what the reader may do about it. */
export function PersonActions({ project, person: { id, name, role, inviteLink, can }, isYou }: PersonActionsProps) {
  const path = { projectId: project.id, personId: id };
  const navigate = useNavigate();
  const change = useMutation({
    ...peopleChangeRoleMutation(),
    meta: {
      invalidates: projectKeys(project.id),
      failure: { title: 'Error', message: 'Failed to change the role' },
    },
  });
  const remove = useMutation({
    ...peopleRemoveMutation(),
    meta: {
      invalidates: isYou ? [] : projectKeys(project.id),
      success: isYou
        ? { title: 'You Left', message: `You no longer see “${project.title}”` }
        : { title: 'Person Removed', message: `${name} no longer sees this project` },
      failure: { title: 'Error', message: isYou ? 'Failed to leave the project' : 'Failed to remove the person' },
    },
    onSuccess: () => {
      if (isYou) void navigate('/app/projects');
    },
  });
  const label = isYou ? 'Leave the project' : `Remove ${name}`;
  const confirmRemove = () =>
    modals.openConfirmModal({
      title: isYou ? 'Leave the project?' : `Remove ${name}?`,
      children: isYou
        ? 'You lose access at once, and the links that you made end. What you wrote and sent stays in the project.'
        : 'They lose access at once, and the links that they made end. What they wrote and sent stays in the project.',
      labels: { confirm: isYou ? 'Leave' : 'Remove', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ path }),
    });
  const Icon = isYou ? IconDoorExit : IconX;
  return (
    <>
      {inviteLink && (
        <CopyButton value={inviteLink}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? 'Copied' : 'Copy the invitation link'}>
              <ActionIcon aria-label={`Copy the invitation link for ${name}`} onClick={copy}>
                {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      )}
      {can.changeRole ? (
        <Select
          w={124}
          aria-label={`Role of ${name}`}
          data={optionsOf(projectRoles)}
          value={change.isPending ? change.variables.body.role : role}
          disabled={change.isPending}
          allowDeselect={false}
          onChange={(next) => next && next !== role && change.mutate({ path, body: { role: next } })}
        />
      ) : (
        <Badge color="green">{projectRoles[role].label}</Badge>
      )}
      {can.remove && (
        <Tooltip label={label}>
          <ActionIcon aria-label={label} loading={remove.isPending} onClick={confirmRemove}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}
