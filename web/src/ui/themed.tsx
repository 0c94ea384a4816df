import { MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { colorSchemeManager, type ThemeSettings } from '../lib/theme/theme-settings';
import { cssVariablesOf, themeOf } from './theme';

interface ThemedProps {
  settings: ThemeSettings;
  /** The person's own scheme if not given. */
  scheme?: 'dark';
  children: ReactNode;
}

/** Applies theme settings to Mantine. */
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
