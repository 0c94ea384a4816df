import {
  Button,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf, type Profile, usersProfileOptions, usersProfileQueryKey, usersUpdateProfileMutation } from '../../api';
import { ApiError } from '../../api/error';
import { zUpdateProfile } from '../../api/generated/zod.gen';
import { sessionKey, useSession } from '../../api/session';
import { formatDate } from '../../lib/format/format';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors, refusedFields } from '../../lib/forms/form-errors';
import { countries, genres, optionsOf } from '../../lib/words';
import { Failure } from '../../ui/failure';

export function EditProfile() {
  const { user } = useSession();
  const { data, isPending, isError, error, refetch } = useQuery({
    ...usersProfileOptions({ path: { id: user.id } }),
    select: dataOf,
  });
  if (isPending) {
    return (
      <Stack gap="md" mih="100dvh" role="status" aria-label="Loading profile">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} h={52} />
        ))}
      </Stack>
    );
  }
  if (isError) {
    const missing = error instanceof ApiError && error.status === 404;
    return (
      <Failure
        title={missing ? 'Profile not found' : 'Failed to load your profile'}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return <ProfileForm userId={user.id} profile={data} />;
}

/** Adds a missing scheme: 'zoe.example' becomes 'https://zoe.example'. */
const withScheme = (value: string) => (value === '' || /^[a-z]+:/i.test(value) ? value : `https://${value}`);

function ProfileForm({ userId, profile }: { userId: string; profile: Profile }) {
  const form = useForm({
    initialValues: {
      name: profile.name,
      phone: profile.phone ?? '',
      company: profile.company ?? '',
      website: profile.website ?? '',
      address: profile.address ?? '',
      country: profile.country,
      bio: profile.bio ?? '',
      preferredGenres: profile.preferredGenres,
    },
    validate: (values) => formErrors(zUpdateProfile, { ...values, website: withScheme(values.website.trim()) }),
  });
  const update = useMutation({
    ...usersUpdateProfileMutation(),
    meta: {
      invalidates: [usersProfileQueryKey({ path: { id: userId } }), sessionKey],
      success: { title: 'Profile Updated', message: 'Your changes have been saved' },
      failure: { title: 'Error', message: 'Failed to update profile' },
    },
  });
  const submit = form.onSubmit((values) => {
    const website = withScheme(values.website.trim());
    form.setFieldValue('website', website);
    update.mutate(
      { path: { id: userId }, body: { ...values, website } },
      {
        onSuccess: () => form.resetDirty(),
        onError: (error) => form.setErrors(refusedFields(error)),
      },
    );
  }, focusFirstError(form));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput label="Name" required maxLength={200} autoComplete="name" {...form.getInputProps('name')} />
          <TextInput label="Phone" type="tel" maxLength={50} autoComplete="tel" {...form.getInputProps('phone')} />
          <TextInput label="Company" maxLength={200} autoComplete="organization" {...form.getInputProps('company')} />
          <TextInput
            label="Website"
            type="url"
            maxLength={500}
            placeholder="https://"
            autoComplete="url"
            {...form.getInputProps('website')}
          />
          <Select label="Country" clearable data={optionsOf(countries)} {...form.getInputProps('country')} />
        </SimpleGrid>
        <Textarea
          label="Address"
          autosize
          minRows={2}
          maxRows={5}
          maxLength={500}
          autoComplete="street-address"
          {...form.getInputProps('address')}
        />
        <MultiSelect
          label="Preferred genres"
          data={genres}
          searchable
          clearable
          hidePickedOptions
          placeholder={form.values.preferredGenres.length === 0 ? 'Choose genres' : undefined}
          nothingFoundMessage="No such genre"
          {...form.getInputProps('preferredGenres')}
        />
        <Textarea label="Bio" autosize minRows={3} maxRows={10} maxLength={2000} {...form.getInputProps('bio')} />
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed">
            Member since {formatDate(profile.createdAt)}
          </Text>
          <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
