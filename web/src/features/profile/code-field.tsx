import { TextInput, type TextInputProps } from '@mantine/core';

/** For a code of two-step sign-in, where somebody who is signed in confirms a change. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    label="Code"
    description="From your authenticator app, or one of your recovery codes."
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    required
    {...props}
  />
);
