import { Divider, Stack, Title } from '@mantine/core';
import { ChangePassword } from '../features/profile/change-password';
import { DeleteAccount } from '../features/profile/delete-account';
import { EditAvatar } from '../features/profile/edit-avatar';
import { EditProfile } from '../features/profile/edit-profile';
import { OwnData } from '../features/profile/own-data';
import { OwnSessions } from '../features/profile/own-sessions';
import { TwoStep } from '../features/profile/two-step';

export const meta = () => [{ title: 'My profile · Lacquer' }];

export default function ProfilePage() {
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <Title order={1}>My profile</Title>
      <EditAvatar />
      <EditProfile />
      <Divider />
      <ChangePassword />
      <Divider />
      <TwoStep />
      <Divider />
      <OwnSessions />
      <Divider />
      <OwnData />
      <Divider />
      <DeleteAccount />
    </Stack>
  );
}
