import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  PasswordInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { type ProjectLinks, type ShareLink, shareLinksCreateMutation, shareLinksUpdateMutation } from '../../api';
import { zCreateShareLink, zUpdateShareLink } from '../../api/generated/zod.gen';
import { projectKeys, shareLinkKeys } from '../../api/keys';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors, refusedFields } from '../../lib/forms/form-errors';
import { deliverableKinds, optionsOf, slotTypes } from '../../lib/words';
import { endOf } from '../../ui/quote-fields';

interface LinkFormProps {
  projectId: string;
  tracks: ProjectLinks['tracks'];
  /** Null for a new link. */
  link: ShareLink | null;
  /** Null if there is nothing to go back to. */
  onCancel: (() => void) | null;
  onDone: () => void;
}

interface Values {
  purpose: 'listening' | 'delivery';
  name: string;
  whole: boolean;
  trackIds: string[];
  formats: NonNullable<ShareLink['formats']>;
  commentsAllowed: boolean;
  /** False removes the password of a link that has one. */
  keepsPassword: boolean;
  password: string;
  until: string | null;
}

const MEANINGS = {
  listening: 'Whoever has the link hears the newest masters in a browser, without an account and without downloads.',
  delivery:
    'Whoever has the link downloads the finals, without an account. They stay locked until the invoice is paid. A new release makes a new edition at the same address.',
};

const NEW: Values = {
  purpose: 'listening',
  name: '',
  whole: true,
  trackIds: [],
  formats: [],
  commentsAllowed: true,
  keepsPassword: true,
  password: '',
  until: null,
};

const valuesOf = ({ trackIds, formats, endsAt, ...link }: ShareLink): Values => ({
  ...NEW,
  purpose: link.purpose,
  name: link.name,
  whole: trackIds === null,
  trackIds: trackIds ?? [],
  formats: formats ?? [],
  commentsAllowed: link.commentsAllowed,
  until: endsAt === null ? null : dayjs(endsAt).format('YYYY-MM-DD'),
});

/** Form for a new link or for one that exists. Only the name is required. */
export function LinkForm({ projectId, tracks, link, onCancel, onDone }: LinkFormProps) {
  const fieldsOf = ({ purpose, name, whole, trackIds, formats, commentsAllowed, until }: Values) => ({
    name: name.trim(),
    trackIds: whole ? null : trackIds,
    formats: purpose === 'delivery' && formats.length > 0 ? formats : null,
    commentsAllowed: purpose === 'listening' && commentsAllowed,
    endsAt: until === null ? null : endOf(until),
  });
  const newLink = (values: Values) => ({
    ...fieldsOf(values),
    projectId,
    purpose: values.purpose,
    password: values.password || null,
  });
  const changes = (values: Values) => ({
    ...fieldsOf(values),
    ...(!values.keepsPassword && { password: null }),
    ...(values.keepsPassword && values.password !== '' && { password: values.password }),
  });
  const form = useForm<Values>({
    initialValues: link ? valuesOf(link) : NEW,
    validate: (values) => ({
      ...(link ? formErrors(zUpdateShareLink, changes(values)) : formErrors(zCreateShareLink, newLink(values))),
      ...(!values.whole && values.trackIds.length === 0 && { trackIds: 'Choose at least one track' }),
    }),
  });
  const { purpose } = form.values;
  const invalidates = [...shareLinkKeys(projectId), ...projectKeys(projectId)];
  const outcome = { onSuccess: onDone, onError: (error: Error) => form.setErrors(refusedFields(error)) };
  const make = useMutation({
    ...shareLinksCreateMutation(),
    meta: { invalidates, failure: { title: 'Error', message: 'The link could not be made' } },
    ...outcome,
  });
  const update = useMutation({
    ...shareLinksUpdateMutation(),
    meta: { invalidates, failure: { title: 'Error', message: 'The link could not be changed' } },
    ...outcome,
  });
  const save = (values: Values) =>
    link ? update.mutate({ path: { id: link.id }, body: changes(values) }) : make.mutate({ body: newLink(values) });
  return (
    <form noValidate onSubmit={form.onSubmit(save, focusFirstError(form))}>
      <Stack gap="md">
        {!link && (
          <SegmentedControl
            fullWidth
            aria-label="What the link is for"
            data={[
              { value: 'listening', label: 'To listen' },
              { value: 'delivery', label: 'To download the finals' },
            ]}
            {...form.getInputProps('purpose')}
          />
        )}
        <Text size="sm" c="dimmed">
          {MEANINGS[purpose]} You can end it at any time.
        </Text>
        <TextInput
          label="Who is it for?"
          description="Visitors do not see this name."
          placeholder={purpose === 'delivery' ? 'Label, pressing plant …' : 'Label, radio, the band …'}
          required
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {tracks.length > 1 && (
          <Stack gap="xs">
            <Checkbox label="The whole record" {...form.getInputProps('whole', { type: 'checkbox' })} />
            {!form.values.whole && (
              <MultiSelect
                aria-label="Tracks"
                placeholder={form.values.trackIds.length === 0 ? 'Choose tracks' : undefined}
                data={tracks.map(({ id, trackNumber, title }) => ({ value: id, label: `${trackNumber}. ${title}` }))}
                searchable
                hidePickedOptions
                {...form.getInputProps('trackIds')}
              />
            )}
          </Stack>
        )}
        {purpose === 'delivery' ? (
          <MultiSelect
            label="Formats"
            placeholder={form.values.formats.length === 0 ? 'All' : undefined}
            data={[
              { group: 'Masters', items: optionsOf(slotTypes) },
              { group: 'Other deliverables', items: optionsOf(deliverableKinds) },
            ]}
            hidePickedOptions
            {...form.getInputProps('formats')}
          />
        ) : (
          <Switch
            label="Listeners may comment"
            description="With a name. Engineer and client read it beside their own comments."
            {...form.getInputProps('commentsAllowed', { type: 'checkbox' })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Stack gap="xs">
            <PasswordInput
              label="Password"
              placeholder={link?.hasPassword ? 'As before' : 'None'}
              autoComplete="new-password"
              disabled={!form.values.keepsPassword}
              {...form.getInputProps('password')}
            />
            {link?.hasPassword && (
              <Checkbox
                label="Without a password"
                checked={!form.values.keepsPassword}
                onChange={(event) => form.setFieldValue('keepsPassword', !event.currentTarget.checked)}
              />
            )}
          </Stack>
          <DateInput
            label="Ends after"
            placeholder="Never"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the end' }}
            minDate={new Date()}
            valueFormat="MMM D, YYYY"
            popoverProps={{ withinPortal: true }}
            {...form.getInputProps('until')}
          />
        </SimpleGrid>
        <Group justify="flex-end" gap="sm">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={make.isPending || update.isPending}>
            {link ? 'Save changes' : 'Make link'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
