import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ownAccountRemoveAvatarMutation, ownAccountSetAvatarMutation } from '../../api';
import { personKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { formatBytes } from '../../lib/format/format';
import { initialOf } from '../../lib/format/initial';
import { toast } from '../../ui/toast';

const MAX_BYTES = 10 * 1024 ** 2;
const TYPES = 'image/png,image/jpeg,image/webp,image/gif';

/** The person's picture, and where it is used. */
export function EditAvatar() {
  const { user } = useSession();
  const path = { id: user.id };
  const meta = { invalidates: personKeys(user.id) };
  const set = useMutation({
    ...ownAccountSetAvatarMutation(),
    meta: {
      ...meta,
      success: { title: 'Profile Updated', message: 'Your picture has been saved' },
      failure: { title: 'Error', message: 'Failed to save the picture' },
    },
  });
  const remove = useMutation({
    ...ownAccountRemoveAvatarMutation(),
    meta: { ...meta, failure: { title: 'Error', message: 'Failed to remove the picture' } },
  });
  function choose(file: File | null) {
    if (!file) return;
    if (file.size <= MAX_BYTES) return set.mutate({ path, body: file });
    toast.error(
      'Error',
      `${file.name} has ${formatBytes(file.size)}; the picture may have ${formatBytes(MAX_BYTES)} at most.`,
    );
  }
  return (
    <Group gap="md" wrap="nowrap">
      <Avatar
        size={72}
        src={user.avatar}
        alt="Your picture"
        color={user.role === 'engineer' ? 'blue' : 'green'}
        imageProps={{ style: { objectFit: 'cover' } }}
      >
        {initialOf(user.name)}
      </Avatar>
      <Stack gap={6}>
        <Group gap="xs">
          <FileButton accept={TYPES} onChange={choose}>
            {(props) => (
              <Button variant="default" size="xs" loading={set.isPending} {...props}>
                {user.avatar ? 'Change picture' : 'Add a picture'}
              </Button>
            )}
          </FileButton>
          {user.avatar && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              loading={remove.isPending}
              onClick={() => remove.mutate({ path })}
            >
              Remove
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          PNG, JPEG, WebP or GIF, 10 MB at most
        </Text>
      </Stack>
    </Group>
  );
}
