import { Button } from '@mantine/core';
import { useFocusWithin } from '@mantine/hooks';

/** The first stop of the keyboard: past the chrome, to the page itself. */
export function SkipLink() {
  const { ref, focused } = useFocusWithin<HTMLAnchorElement>();
  return (
    <Button
      ref={ref}
      component="a"
      href="#main"
      pos="fixed"
      top={focused ? 8 : -80}
      left={8}
      style={{ zIndex: 'var(--mantine-z-index-max)' }}
    >
      Skip to content
    </Button>
  );
}
