import { Avatar, Button, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataOf, peopleListOptions, type Project } from '../../api';
import { useWiderThan } from '../../ui/use-wider-than';
import { PeopleDialog } from './people-dialog';

const MOST_SHOWN = 3;

/** Shows who takes part in the project, and opens the dialog to invite and remove people. */
export function PeopleButton({ project }: { project: Project }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { data } = useQuery({ ...peopleListOptions({ path: { projectId: project.id } }), select: dataOf });
  const people = data?.people ?? [];
  const more = people.length - MOST_SHOWN;
  const wide = useWiderThan('sm');
  const faces =
    people.length === 0 ? (
      <IconUsers size={16} aria-hidden />
    ) : (
      <Avatar.Group spacing={8} aria-hidden>
        {people.slice(0, MOST_SHOWN).map(({ id, name }) => (
          <Avatar key={id} size={22} radius="xl" color="green" name={name} />
        ))}
        {more > 0 && (
          <Avatar size={22} radius="xl">
            +{more}
          </Avatar>
        )}
      </Avatar.Group>
    );
  return (
    <>
      <Button variant="default" px={wide ? undefined : 'sm'} leftSection={wide && faces} onClick={open}>
        {wide ? (
          'People'
        ) : (
          <>
            {faces}
            <VisuallyHidden>People</VisuallyHidden>
          </>
        )}
      </Button>
      {data && <PeopleDialog project={project} people={data} opened={opened} onClose={close} />}
    </>
  );
}
