import { MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { colorSchemeManager, type Look } from '../lib/look';
import { cssVariablesOf, themeOf } from './theme';

interface ThemedProps {
  look: Look;
  /** The reader's own unless given. */
  scheme?: 'dark';
  children: ReactNode;
}

/** Mantine's components in one look. */
export function Themed({ look, scheme, children }: ThemedProps) {
  const theme = useMemo(() => themeOf(look), [look]);
  const cssVariablesResolver = useMemo(() => cssVariablesOf(look), [look]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      forceColorScheme={scheme}
    >
      {children}
    </MantineProvider>
  );
}
