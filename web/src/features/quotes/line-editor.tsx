import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataOf, tracksListOptions } from '../../api';
import { formatMoney } from '../../lib/format/money';
import { keysOf, type OrderedKind, orderedKinds } from '../../lib/words';
import { MoneyInput } from '../../ui/money-input';
import { linesSum, type LineValues, newLine, type QuoteValues } from './line-form';

const MAX_LINES = 100;
const kinds = keysOf(orderedKinds);
const optionsOf = (scope: 'track' | 'album') =>
  kinds
    .filter((kind) => orderedKinds[kind].scope === scope)
    .map((kind) => ({ value: kind, label: orderedKinds[kind].label }));
const ORDERED_OPTIONS = [
  { group: 'For tracks', items: optionsOf('track') },
  { group: 'For the album', items: optionsOf('album') },
];

interface LineEditorProps {
  projectId: string;
  currency: string;
  form: UseFormReturnType<QuoteValues>;
  /** Goes back to a bare sum. */
  onClear: () => void;
}

/** The lines of a quote, each with what it orders, and their sum. */
export function LineEditor({ projectId, currency, form, onClear }: LineEditorProps) {
  const { data } = useQuery({ ...tracksListOptions({ path: { projectId } }), select: dataOf });
  const tracks = (data?.tracks ?? []).map(({ track }) => track);
  const { lines } = form.values;
  const titles = tracks.map(({ id, trackNumber, title }) => ({ value: id, label: `${trackNumber} ${title}` }));
  return (
    <Stack gap="sm" role="group" aria-label="Lines">
      {lines.map((line, index) => (
        <Line
          key={line.key}
          {...{ line, index, currency, titles }}
          form={form}
          onRemove={() => (lines.length === 1 ? onClear() : form.removeListItem('lines', index))}
        />
      ))}
      <Group justify="space-between" gap="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={lines.length >= MAX_LINES}
          onClick={() => form.insertListItem('lines', newLine())}
        >
          Add line
        </Button>
        <Text fw={600} aria-live="polite" style={{ fontVariantNumeric: 'tabular-nums' }}>
          Sum {formatMoney(linesSum(lines), currency)}
        </Text>
      </Group>
      {form.errors.lines && (
        <Text size="xs" c="red" role="alert">
          {form.errors.lines}
        </Text>
      )}
    </Stack>
  );
}

interface LineProps {
  line: LineValues;
  index: number;
  currency: string;
  titles: { value: string; label: string }[];
  form: UseFormReturnType<QuoteValues>;
  onRemove: () => void;
}

function Line({ line, index, currency, titles, form, onRemove }: LineProps) {
  const field = <Key extends keyof LineValues>(key: Key) => form.getInputProps(`lines.${index}.${key}`);
  const change = (fields: Partial<LineValues>) => form.setFieldValue(`lines.${index}`, { ...line, ...fields });
  const name = (what: string) => `${what} of line ${index + 1}`;
  function order(ordered: OrderedKind | null) {
    const isFormat = ordered !== null && orderedKinds[ordered].scope === 'track';
    change({
      ordered,
      trackIds: isFormat ? line.trackIds : [],
      ...(ordered && line.description.trim() === '' && { description: orderedKinds[ordered].label }),
      ...(isFormat && line.quantity === 1 && titles.length > 1 && { quantity: line.trackIds.length || titles.length }),
    });
  }
  return (
    <Paper withBorder p="xs" radius="sm">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            aria-label={name('Description')}
            placeholder="Description"
            maxLength={500}
            data-autofocus={index === 0 && line.description === '' ? true : undefined}
            {...field('description')}
          />
          <Tooltip label="Remove line">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={`Remove line ${index + 1}`}
              onClick={onRemove}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
        <Group gap="xs" align="flex-start" wrap="wrap">
          <NumberInput
            w={84}
            aria-label={name('Quantity')}
            min={0}
            max={9999}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            {...field('quantity')}
          />
          <MoneyInput
            w={120}
            aria-label={name('Unit price')}
            placeholder="Price"
            currency={currency}
            {...field('unit')}
            error={form.errors[`lines.${index}.unitCents`]}
          />
          <Select
            flex="1 1 160px"
            aria-label={name('Ordered item')}
            placeholder="Orders (optional)"
            clearable
            data={ORDERED_OPTIONS}
            value={line.ordered}
            onChange={(value) => order(value)}
          />
        </Group>
        {line.ordered && orderedKinds[line.ordered].scope === 'track' && titles.length > 1 && (
          <MultiSelect
            aria-label={name('Tracks')}
            placeholder={line.trackIds.length === 0 ? 'Every track' : undefined}
            clearable
            searchable
            data={titles}
            value={line.trackIds}
            onChange={(trackIds) => change({ trackIds, quantity: trackIds.length || titles.length })}
          />
        )}
      </Stack>
    </Paper>
  );
}
