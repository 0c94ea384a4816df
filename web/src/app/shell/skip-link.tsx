import { Button } from '@mantine/core';
import { useFocusWithin } from '@mantine/hooks';

/** First focusable element: skips the navigation and leads to the page. */
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
