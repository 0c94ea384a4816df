import { Divider, Stack } from '@mantine/core';
import { ChangeAddress } from '../features/profile/change-address';
import { ChangePassword } from '../features/profile/change-password';
import { DeleteAccount } from '../features/profile/delete-account';
import { EditAvatar } from '../features/profile/edit-avatar';
import { EditProfile } from '../features/profile/edit-profile';
import { OwnData } from '../features/profile/own-data';
import { OwnSessions } from '../features/profile/own-sessions';
import { ProfileHeader } from '../features/profile/profile-header';
import { TwoStep } from '../features/profile/two-step';
import { titled } from '../lib/installation';

export const meta = () => [{ title: titled('My profile') }];

export default function ProfilePage() {
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <ProfileHeader />
      <EditAvatar />
      <EditProfile />
      <Divider />
      <ChangeAddress />
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
