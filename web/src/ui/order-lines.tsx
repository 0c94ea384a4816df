import { Group, Stack, Text } from '@mantine/core';
import type { OrderLine } from '../api';
import { plural } from '../lib/format/format';
import { formatMoney } from '../lib/format/money';
import { orderedKinds } from '../lib/words';

interface OrderLinesProps {
  lines: OrderLine[];
  currency: string;
  /** Titles of tracks by id, to name the tracks that a line is for. */
  titles?: ReadonlyMap<string, string>;
}

/** The lines of a quote or an invoice. Nothing for a bare sum. */
export function OrderLines({ lines, currency, titles }: OrderLinesProps) {
  if (lines.length === 0) return null;
  return (
    <Stack component="ul" aria-label="Lines" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
      {lines.map((line, index) => (
        <Group
          key={index}
          component="li"
          gap="sm"
          py={6}
          wrap="nowrap"
          align="baseline"
          justify="space-between"
          style={index > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : undefined}
        >
          <Stack gap={0} miw={0}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {line.description}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {detailOf(line, currency, titles)}
            </Text>
          </Stack>
          <Text size="sm" flex="none" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(line.quantity * line.unitCents, currency)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

/** '10 × $45.00 · Vinyl Master of 2 tracks' */
function detailOf(
  { description, quantity, unitCents, ordered, trackIds = [] }: OrderLine,
  currency: string,
  titles?: ReadonlyMap<string, string>,
): string {
  const count = quantity > 1 ? `${quantity} × ${formatMoney(unitCents, currency)}` : null;
  if (!ordered) return count ?? '';
  const { label, scope } = orderedKinds[ordered];
  const known = trackIds.flatMap((id) => titles?.get(id) ?? []);
  const some = known.length > 0 ? known.map((title) => `“${title}”`).join(', ') : plural(trackIds.length, 'track');
  const of = scope === 'album' ? '' : trackIds.length > 0 ? ` of ${some}` : ' of every track';
  const thing = `${label}${of}`;
  return [count, thing !== description && thing].filter(Boolean).join(' · ');
}
