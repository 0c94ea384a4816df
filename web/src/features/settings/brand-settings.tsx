import {
  Button,
  ColorInput,
  FileButton,
  Group,
  Image,
  Input,
  SimpleGrid,
  Skeleton,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf, type StudioSettings as Settings, studioSettingsOptions, studioUpdateMutation } from '../../api';
import { zUpdateStudioSettings } from '../../api/generated/zod.gen';
import { studioKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors } from '../../lib/forms/form-errors';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';

const MAX_LOGO_BYTES = 512 * 1024;

/** The studio's brand, as its clients see it. */
export function BrandSettings() {
  const { data, isPending, isError, error, refetch } = useQuery({ ...studioSettingsOptions(), select: dataOf });
  if (isPending) return <Skeleton h={240} role="status" aria-label="Loading settings" />;
  if (isError) return <Failure title="Failed to load studio settings" error={error} onRetry={() => void refetch()} />;
  return <BrandForm settings={data} />;
}

function BrandForm({ settings }: { settings: Settings }) {
  const { studio, user } = useSession();
  const form = useForm({
    initialValues: {
      brandName: settings.brandName ?? '',
      brandColor: settings.brandColor ?? '',
      contactEmail: settings.contactEmail ?? '',
      mailClosing: settings.mailClosing ?? '',
      brandLogo: settings.brandLogo ?? '',
      twitter: settings.twitter ?? '',
      instagram: settings.instagram ?? '',
      facebook: settings.facebook ?? '',
    },
    validate: (values) => formErrors(zUpdateStudioSettings, values),
  });
  const update = useMutation({
    ...studioUpdateMutation(),
    meta: {
      invalidates: studioKeys(),
      success: { title: 'Settings Saved', message: 'Your clients see the new brand' },
      failure: { title: 'Error', message: 'Failed to update studio settings' },
    },
  });
  const take = (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_LOGO_BYTES) return form.setFieldError('brandLogo', 'The logo may have 512 KB at most');
    const reader = new FileReader();
    reader.onload = () => form.setFieldValue('brandLogo', String(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        // Send only changed fields, because a logo would be encoded again.
        (values) => {
          const changed = Object.entries(values).filter(([field]) => form.isDirty(field));
          update.mutate({ body: Object.fromEntries(changed) }, { onSuccess: () => form.resetDirty() });
        },
        focusFirstError(form),
      )}
    >
      <Stack gap="md" component="section" aria-labelledby="brand">
        <SectionHeader
          id="brand"
          title="Brand"
          subtitle="Shown to your clients in the portal, in mails and on invoices."
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label="Brand name"
            placeholder={studio?.name}
            maxLength={200}
            autoComplete="organization"
            {...form.getInputProps('brandName')}
          />
          <ColorInput
            label="Brand color"
            placeholder="#0FADA8"
            format="hex"
            withEyeDropper={false}
            {...form.getInputProps('brandColor')}
          />
        </SimpleGrid>
        <TextInput
          label="Email for replies"
          description="Clients who answer an email of the portal write here. If empty, they write to the project’s engineer."
          type="email"
          placeholder={user.email}
          maxLength={254}
          autoComplete="email"
          {...form.getInputProps('contactEmail')}
        />
        <Textarea
          label="Closing words of emails"
          description="The last lines of every email to your clients, such as your name and phone number. Plain text."
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('mailClosing')}
        />
        <Input.Wrapper
          label="Logo"
          labelElement="div"
          description="PNG, JPEG, WebP or GIF, 512 KB at most"
          error={form.errors.brandLogo}
        >
          <Group mt={6} gap="sm">
            {form.values.brandLogo && (
              <Image src={form.values.brandLogo} alt="Your logo" h={48} w="auto" maw={200} fit="contain" />
            )}
            <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={take}>
              {(props) => (
                <Button variant="default" {...props}>
                  {form.values.brandLogo ? 'Replace logo' : 'Choose logo'}
                </Button>
              )}
            </FileButton>
            {form.values.brandLogo && (
              <Button variant="subtle" color="gray" onClick={() => form.setFieldValue('brandLogo', '')}>
                Remove
              </Button>
            )}
          </Group>
        </Input.Wrapper>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          <TextInput label="Twitter" placeholder="@studio" maxLength={200} {...form.getInputProps('twitter')} />
          <TextInput label="Instagram" placeholder="@studio" maxLength={200} {...form.getInputProps('instagram')} />
          <TextInput label="Facebook" placeholder="studio" maxLength={200} {...form.getInputProps('facebook')} />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            Save brand
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
