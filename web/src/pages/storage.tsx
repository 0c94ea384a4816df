import { Stack, Title } from '@mantine/core';
import { useSession } from '../api/session';
import { Storage } from '../features/storage/storage';
import { DeletedProjects } from '../features/trash/deleted-projects';
import { Trash } from '../features/trash/trash';
import { titled } from '../lib/installation';

export const meta = () => [{ title: titled('Storage') }];

export default function StoragePage() {
  if (useSession().user.role === 'client') {
    return (
      <Stack gap="xl">
        <Title order={1}>Storage</Title>
        <Trash explained="Files that you deleted are kept for 30 days. They count as stored until then, or until you empty the trash." />
      </Stack>
    );
  }
  return (
    <Stack gap="xl">
      <Storage />
      <DeletedProjects />
      <Trash explained="What you delete is kept for 30 days and takes up space until then. Clients have a trash of their own." />
    </Stack>
  );
}
