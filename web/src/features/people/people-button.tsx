import { Avatar, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { dataOf, peopleListOptions, type Project } from '../../api';
import { PeopleDialog } from './people-dialog';

const MOST_SHOWN = 3;

/** Shows who takes part in the project, and opens the dialog to invite and remove people. */
export function PeopleButton({ project }: { project: Project }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { data } = useQuery({ ...peopleListOptions({ path: { projectId: project.id } }), select: dataOf });
  const people = data?.people ?? [];
  const more = people.length - MOST_SHOWN;
  return (
    <>
      <Button
        variant="default"
        onClick={open}
        leftSection={
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
        }
      >
        People
      </Button>
      {data && <PeopleDialog project={project} people={data} opened={opened} onClose={close} />}
    </>
  );
}
