import { useMantineTheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is at least as wide as a breakpoint; known from the first render. */
export function useWiderThan(breakpoint: 'sm' | 'md' | 'lg' | 'xl'): boolean {
  const theme = useMantineTheme();
  return useMediaQuery(`(min-width: ${theme.breakpoints[breakpoint]})`, true, { getInitialValueInEffect: false });
}
