import { Button, Group, Input, NumberInput, Pill, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { plural } from '../../lib/format/format';

const MOST = 10;
const EARLIEST = 30;
const LATEST = 60;

const said = (day: number) =>
  day === 0 ? 'On the due date' : `${plural(Math.abs(day), 'day')} ${day < 0 ? 'before' : 'after'}`;

interface ReminderDaysProps {
  /** Days after the due date (negative before it), ascending. */
  value: number[];
  onChange: (days: number[]) => void;
}

/** Edits the days around the due date on which clients are reminded. */
export function ReminderDays({ value, onChange }: ReminderDaysProps) {
  const [count, setCount] = useState<number | string>('');
  const [side, setSide] = useState<'before' | 'after'>('after');
  const day = count === '' ? null : Number(count) * (side === 'before' ? -1 : 1) || 0;
  const free = day !== null && day >= -EARLIEST && day <= LATEST && !value.includes(day) && value.length < MOST;
  const add = () => {
    if (!free) return;
    onChange([...value, day].sort((a, b) => a - b));
    setCount('');
  };
  return (
    <Input.Wrapper
      label="Reminder days"
      labelElement="div"
      description="Around the due date of an invoice that is not paid"
    >
      <Stack gap="xs" mt="xs">
        {value.length === 0 ? (
          <Text size="sm" c="dimmed">
            No reminders are sent.
          </Text>
        ) : (
          <Group gap={6}>
            {value.map((each) => (
              <Pill
                key={each}
                size="md"
                bg="var(--mantine-color-default-border)"
                fz="sm"
                withRemoveButton
                removeButtonProps={{ 'aria-label': `Remove ${said(each)}`, 'aria-hidden': false, tabIndex: 0 }}
                onRemove={() => onChange(value.filter((other) => other !== each))}
              >
                {said(each)}
              </Pill>
            ))}
          </Group>
        )}
        <Group gap="xs">
          <NumberInput
            aria-label="Days"
            placeholder="Days"
            w={84}
            min={0}
            max={side === 'before' ? EARLIEST : LATEST}
            allowDecimal={false}
            allowNegative={false}
            value={count}
            onChange={setCount}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Select
            aria-label="Before or after the due date"
            w={150}
            allowDeselect={false}
            data={[
              { value: 'before', label: 'days before' },
              { value: 'after', label: 'days after' },
            ]}
            value={side}
            onChange={(next) => setSide(next as 'before' | 'after')}
          />
          <Button variant="default" disabled={!free} onClick={add}>
            Add
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
