import {
  Button,
  Divider,
  Group,
  NumberInput,
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
import { useState } from 'react';
import { templateFault } from '../../../../services/file-names/template.js';
import { dataOf, type StudioSettings as Settings, studioSettingsOptions, studioUpdateMutation } from '../../api';
import { zUpdateStudioSettings } from '../../api/generated/zod.gen';
import { studioKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors } from '../../lib/forms/form-errors';
import { currencies, optionsOf } from '../../lib/words';
import { AskPassword, passwordErrors } from '../../ui/ask-password';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { FileNames } from './file-names';
import { ReminderDays } from './reminder-days';
import { SignInSettings } from './sign-in-settings';

export function StudioSettings() {
  const { data, isPending, isError, error, refetch } = useQuery({ ...studioSettingsOptions(), select: dataOf });
  if (isPending) {
    return (
      <Stack gap="md" role="status" aria-label="Loading settings">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} h={52} />
        ))}
      </Stack>
    );
  }
  if (isError) return <Failure title="Failed to load studio settings" error={error} onRetry={() => void refetch()} />;
  return <SettingsForm settings={data} />;
}

/** All time zones that the browser knows, and the current one. */
function timeZones(current: string): { value: string; label: string }[] {
  const names = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
}

const listed = (parts: string[]) => new Intl.ListFormat('en').format(parts);

/** Fields that the server changes only with the password, with what the dialog then says. */
const CONFIRMED = {
  legalName: 'who your clients pay',
  address: 'who your clients pay',
  taxId: 'who your clients pay',
  paymentInstructions: 'how your clients pay',
  requiresSecondFactor: 'how your engineers sign in',
};

function SettingsForm({ settings }: { settings: Settings }) {
  const { studio, user } = useSession();
  const form = useForm({
    initialValues: {
      currency: settings.currency,
      timeZone: settings.timeZone,
      legalName: settings.legalName ?? '',
      address: settings.address ?? '',
      taxId: settings.taxId ?? '',
      paymentInstructions: settings.paymentInstructions ?? '',
      reminderDays: settings.reminderDays,
      reminderTime: settings.reminderTime,
      deliveryReminderDays: settings.deliveryReminderDays,
      albumGapFrames: settings.albumGapFrames,
      pqStartFrames: settings.pqStartFrames,
      pqEndFrames: settings.pqEndFrames,
      fileNameTemplate: settings.fileNameTemplate,
      requiresSecondFactor: settings.requiresSecondFactor,
    },
    validate: (values) => ({
      ...formErrors(zUpdateStudioSettings, values),
      fileNameTemplate: templateFault(values.fileNameTemplate.trim()),
    }),
  });
  const confirmed = (Object.keys(CONFIRMED) as (keyof typeof CONFIRMED)[]).filter((field) => form.isDirty(field));
  const [asked, setAsked] = useState<typeof form.values | null>(null);
  const update = useMutation({
    ...studioUpdateMutation(),
    meta: {
      invalidates: studioKeys(),
      success: { title: 'Settings Saved', message: 'Your studio settings have been updated' },
      failure: { title: 'Error', message: 'Failed to update studio settings' },
      shownInForm: passwordErrors,
    },
  });
  const save = (values: typeof form.values, password?: string) =>
    update.mutate(
      { body: { ...values, password } },
      {
        onSuccess: () => {
          form.resetDirty();
          setAsked(null);
        },
      },
    );
  return (
    <>
      <AskPassword
        opened={asked !== null}
        text={`You are changing ${listed([...new Set(confirmed.map((field) => CONFIRMED[field]))])}. Confirm that it is you.`}
        error={update.error}
        isPending={update.isPending}
        onConfirm={(password) => asked && save(asked, password)}
        onClose={() => {
          setAsked(null);
          update.reset();
        }}
      />
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => (user.hasPassword && confirmed.length > 0 ? setAsked(values) : save(values)),
          focusFirstError(form),
        )}
      >
        <Stack gap="lg">
          <Stack gap="md" component="section" aria-labelledby="money-and-time">
            <SectionHeader
              id="money-and-time"
              title="Money and time"
              subtitle="Quotes and invoices that exist keep their currency."
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <Select
                label="Currency"
                allowDeselect={false}
                data={optionsOf(currencies)}
                {...form.getInputProps('currency')}
              />
              <Select
                label="Time zone"
                allowDeselect={false}
                searchable
                limit={80}
                nothingFoundMessage="No such time zone"
                data={timeZones(settings.timeZone)}
                {...form.getInputProps('timeZone')}
              />
            </SimpleGrid>
          </Stack>
          <Divider />
          <Stack gap="md" component="section" aria-labelledby="legal-details">
            <SectionHeader
              id="legal-details"
              title="Legal details"
              subtitle="Printed on invoices that you send from now on."
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <TextInput
                label="Legal name"
                placeholder={studio?.name}
                maxLength={200}
                autoComplete="organization"
                {...form.getInputProps('legalName')}
              />
              <TextInput label="Tax ID" maxLength={100} autoComplete="off" {...form.getInputProps('taxId')} />
            </SimpleGrid>
            <Textarea
              label="Address"
              autosize
              minRows={3}
              maxRows={6}
              maxLength={500}
              autoComplete="street-address"
              {...form.getInputProps('address')}
            />
          </Stack>
          <Divider />
          <Stack gap="md" component="section" aria-labelledby="payment">
            <SectionHeader id="payment" title="Payment" subtitle="Shown with every open invoice, and printed on it." />
            <Textarea
              label="Payment instructions"
              description="How you want to be paid: a bank account, a payment link."
              autosize
              minRows={3}
              maxRows={8}
              maxLength={2000}
              {...form.getInputProps('paymentInstructions')}
            />
          </Stack>
          <Divider />
          <Stack gap="md" component="section" aria-labelledby="reminders">
            <SectionHeader
              id="reminders"
              title="Payment reminders"
              subtitle="Each is sent to the client once, and never after payment or cancellation."
            />
            <ReminderDays
              value={form.values.reminderDays}
              onChange={(days) => form.setFieldValue('reminderDays', days)}
            />
            <TextInput type="time" label="Time of day" w={160} {...form.getInputProps('reminderTime')} />
            <Text size="xs" c="dimmed" mt={-8}>
              In the time zone {form.values.timeZone.replaceAll('_', ' ')}
            </Text>
          </Stack>
          <Divider />
          <Stack gap="md" component="section" aria-labelledby="deliveries">
            <SectionHeader
              id="deliveries"
              title="Deliveries"
              subtitle="If nobody downloads a delivery, its client is reminded once, and whoever made a link to it."
            />
            <NumberInput
              label="Days until the reminder"
              description="0 for none"
              w={200}
              min={0}
              max={90}
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps('deliveryReminderDays')}
            />
          </Stack>
          <Divider />
          <Stack gap="md" component="section" aria-labelledby="albums">
            <SectionHeader
              id="albums"
              title="Albums"
              subtitle="The pause between two tracks that have none of their own."
            />
            <NumberInput
              label="Pause in frames"
              description="75 frames are one second"
              w={200}
              min={0}
              max={750}
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps('albumGapFrames')}
            />
          </Stack>
          <Divider />
          <Stack gap="md" component="section" aria-labelledby="pq-offsets">
            <SectionHeader
              id="pq-offsets"
              title="CD track marks"
              subtitle="How far track marks of the discs that Lacquer makes are from the music, so that no player cuts into it."
            />
            <Group gap="md" align="flex-start">
              <NumberInput
                label="Before the music, in frames"
                description="Start of each track"
                w={200}
                min={0}
                max={37}
                allowDecimal={false}
                allowNegative={false}
                {...form.getInputProps('pqStartFrames')}
              />
              <NumberInput
                label="After the music, in frames"
                description="Start of each gap"
                w={200}
                min={0}
                max={37}
                allowDecimal={false}
                allowNegative={false}
                {...form.getInputProps('pqEndFrames')}
              />
            </Group>
          </Stack>
          <Divider />
          <FileNames
            template={form.values.fileNameTemplate}
            field={form.getInputProps('fileNameTemplate')}
            onChange={(template) => form.setFieldValue('fileNameTemplate', template)}
          />
          <Divider />
          <SignInSettings field={form.getInputProps('requiresSecondFactor', { type: 'checkbox' })} />
          <Group justify="flex-end">
            <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
              Save changes
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}
