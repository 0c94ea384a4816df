import { Avatar, Badge, Divider, Group, Modal, Stack, Text } from '@mantine/core';
import type { Project, ProjectPeople } from '../../api';
import { useSession } from '../../api/session';
import { listOf } from '../../lib/format/format';
import { projectRoles } from '../../lib/words';
import { InvitePerson } from './invite-person';
import { PersonActions } from './person-actions';

interface PeopleDialogProps {
  project: Project;
  people: ProjectPeople;
  opened: boolean;
  onClose: () => void;
}

/** The people of a project with their roles. Those who decide, and the engineer, also invite and remove here. */
export function PeopleDialog({ project, people: { people, engineer }, opened, onClose }: PeopleDialogProps) {
  const { user } = useSession();
  return (
    <Modal opened={opened} onClose={onClose} title="People" size="lg">
      <Stack gap="lg">
        <Stack component="ul" aria-label="People" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {people.map((person) => (
            <Entry
              key={person.id}
              name={person.name}
              color="green"
              isYou={person.id === user.id}
              detail={[!person.joined && 'Invited', person.email ?? projectRoles[person.role].means]
                .filter(Boolean)
                .join(' · ')}
            >
              <PersonActions project={project} person={person} isYou={person.id === user.id} />
            </Entry>
          ))}
          <Entry
            name={engineer.name}
            color="blue"
            isYou={engineer.id === user.id}
            detail="Masters the record and sees everything"
          >
            <Badge color="blue">Engineer</Badge>
          </Entry>
        </Stack>
        <Text size="sm" c="dimmed">
          {decision(people.filter(({ role, joined }) => role === 'decides' && joined).map(({ name }) => name))}
        </Text>
        {project.can.invite && (
          <>
            <Divider />
            <InvitePerson projectId={project.id} />
          </>
        )}
      </Stack>
    </Modal>
  );
}

/** Says who must approve. */
function decision(names: string[]): string {
  if (names.length < 2) return `${names[0] ?? 'The client'} answers quotes, approves the masters and pays.`;
  const each = names.length === 2 ? 'both' : 'all of them';
  return `A master is approved when ${each} have approved it: ${listOf(names)}. One of them answers a quote or pays.`;
}

interface EntryProps {
  name: string;
  color: string;
  isYou: boolean;
  detail: string;
  children: React.ReactNode;
}

function Entry({ name, color, isYou, detail, children }: EntryProps) {
  return (
    <Group component="li" gap="sm">
      <Avatar size={32} radius="xl" color={color} name={name} aria-hidden />
      <Stack gap={0} flex="1 1 150px" miw={0}>
        <Text size="sm" fw={500} truncate>
          {name}
          {isYou && (
            <Text span c="dimmed" fw={400}>
              {' '}
              (you)
            </Text>
          )}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {detail}
        </Text>
      </Stack>
      <Group gap={4} wrap="nowrap" flex="none" ml="auto">
        {children}
      </Group>
    </Group>
  );
}
