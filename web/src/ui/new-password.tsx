import { Box, PasswordInput, type PasswordInputProps, Progress, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import type { Strength } from '../lib/forms/password-strength';

const LEVELS: Record<Strength, { label: string; color: string; value: number }> = {
  0: { label: 'Too easy to guess', color: 'red', value: 12 },
  1: { label: 'Weak', color: 'red', value: 30 },
  2: { label: 'Fair', color: 'yellow', value: 55 },
  3: { label: 'Good', color: 'teal', value: 80 },
  4: { label: 'Strong', color: 'teal', value: 100 },
};

interface NewPasswordProps extends Omit<PasswordInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value?: string;
  onChange?: PasswordInputProps['onChange'];
  /** The person's address and names, which make a password easy to guess. */
  known: string[];
}

/** A field in which a password is chosen. It shows how strong the password is; only the server refuses one. */
export function NewPassword({ value = '', known, ...rest }: NewPasswordProps) {
  const id = useId();
  const strength = useStrength(value, known);
  return (
    <Box>
      <PasswordInput
        description="At least 8 characters"
        autoComplete="new-password"
        required
        {...rest}
        value={value}
        aria-describedby={strength === null ? undefined : id}
      />
      {strength !== null && <Meter id={id} strength={strength} />}
    </Box>
  );
}

function Meter({ id, strength }: { id: string; strength: Strength }) {
  const { label, color, value } = LEVELS[strength];
  return (
    <Box mt={6}>
      <Progress value={value} color={color} size="xs" aria-hidden />
      <Text id={id} size="xs" mt={4} role="status">
        Password strength: {label}
      </Text>
    </Box>
  );
}

/** Null while nothing is typed and while the lists are on their way. */
function useStrength(password: string, known: string[]): Strength | null {
  const [estimate, setEstimate] = useState<((password: string, known: string[]) => Strength) | null>(null);
  const isTyped = password !== '';
  useEffect(() => {
    if (!isTyped) return;
    let isWanted = true;
    import('../lib/forms/password-strength').then(
      ({ passwordStrength }) => isWanted && setEstimate(() => passwordStrength),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [isTyped]);
  return isTyped && estimate ? estimate(password, known) : null;
}
