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
import { type ProjectLinks, shareLinksCreateMutation } from '../../api';
import { zCreateShareLink } from '../../api/generated/zod.gen';
import { projectKeys, shareLinkKeys } from '../../api/keys';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { formErrors, refusedFields } from '../../lib/forms/form-errors';
import { optionsOf, type SlotType, slotTypes } from '../../lib/words';
import { endOf } from '../../ui/quote-fields';

interface NewLinkProps {
  projectId: string;
  tracks: ProjectLinks['tracks'];
  /** Null if there is nothing to go back to. */
  onCancel: (() => void) | null;
  onMade: () => void;
}

interface Values {
  purpose: 'listening' | 'delivery';
  name: string;
  whole: boolean;
  trackIds: string[];
  slotTypes: SlotType[];
  commentsAllowed: boolean;
  password: string;
  until: string | null;
}

const MEANINGS = {
  listening: 'Whoever has the link hears the newest masters in a browser, without an account and without downloads.',
  delivery:
    'Whoever has the link downloads the finals, without an account. They stay locked until the invoice is paid. A new release makes a new edition at the same address.',
};

/** Form for a link. Only the name is required. */
export function NewLink({ projectId, tracks, onCancel, onMade }: NewLinkProps) {
  const bodyOf = ({ purpose, name, whole, trackIds, slotTypes, commentsAllowed, password, until }: Values) => ({
    projectId,
    purpose,
    name: name.trim(),
    trackIds: whole ? null : trackIds,
    slotTypes: purpose === 'delivery' && slotTypes.length > 0 ? slotTypes : null,
    commentsAllowed: purpose === 'listening' && commentsAllowed,
    password: password === '' ? null : password,
    endsAt: until === null ? null : endOf(until),
  });
  const form = useForm<Values>({
    initialValues: {
      purpose: 'listening',
      name: '',
      whole: true,
      trackIds: [],
      slotTypes: [],
      commentsAllowed: true,
      password: '',
      until: null,
    },
    validate: (values) => ({
      ...formErrors(zCreateShareLink, bodyOf(values)),
      ...(!values.whole && values.trackIds.length === 0 && { trackIds: 'Choose at least one track' }),
    }),
  });
  const { purpose } = form.values;
  const make = useMutation({
    ...shareLinksCreateMutation(),
    meta: {
      invalidates: [...shareLinkKeys(projectId), ...projectKeys(projectId)],
      failure: { title: 'Error', message: 'The link could not be made' },
    },
    onSuccess: onMade,
    onError: (error) => form.setErrors(refusedFields(error)),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => make.mutate({ body: bodyOf(values) }), focusFirstError(form))}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label="What the link is for"
          data={[
            { value: 'listening', label: 'To listen' },
            { value: 'delivery', label: 'To download the finals' },
          ]}
          {...form.getInputProps('purpose')}
        />
        <Text size="sm" c="dimmed">
          {MEANINGS[purpose]} You can end it at any time.
        </Text>
        <TextInput
          label="Whom is it for?"
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
            placeholder={form.values.slotTypes.length === 0 ? 'All' : undefined}
            data={optionsOf(slotTypes)}
            hidePickedOptions
            {...form.getInputProps('slotTypes')}
          />
        ) : (
          <Switch
            label="Listeners may comment"
            description="With a name. Engineer and client read it beside their own comments."
            {...form.getInputProps('commentsAllowed', { type: 'checkbox' })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <PasswordInput
            label="Password"
            placeholder="None"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
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
          <Button type="submit" loading={make.isPending}>
            Make link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
