import { MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { colorSchemeManager, type ThemeSettings } from '../lib/theme-settings';
import { cssVariablesOf, themeOf } from './theme';

interface ThemedProps {
  settings: ThemeSettings;
  /** The reader's own unless given. */
  scheme?: 'dark';
  children: ReactNode;
}

/** Mantine's components in one look. */
export function Themed({ settings, scheme, children }: ThemedProps) {
  const theme = useMemo(() => themeOf(settings), [settings]);
  const cssVariablesResolver = useMemo(() => cssVariablesOf(settings), [settings]);
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
