import { Affix, Paper, Stack } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';

/** Contains the notices at the lower edge of the window. */
const LowerEdge = createContext<HTMLElement | null>(null);

/**
 * Shows the late notices of the page in it at the lower edge of the window, one above the other. The first one stays
 * where it is when another arrives.
 */
export function SteadyNotices({ children }: { children: ReactNode }) {
  const [edge, setEdge] = useState<HTMLElement | null>(null);
  return (
    <LowerEdge value={edge}>
      {children}
      <Affix
        position={{ bottom: 'calc(var(--app-shell-footer-offset, 0px) + 16px)', left: 16, right: 16 }}
        style={{ pointerEvents: 'none' }}
      >
        <Stack
          ref={setEdge}
          gap="xs"
          maw={640}
          mah="calc(100dvh - var(--app-shell-header-offset, 0px) - var(--app-shell-footer-offset, 0px) - 32px)"
          mx="auto"
          style={{ flexDirection: 'column-reverse', overflowY: 'auto' }}
        />
      </Affix>
    </LowerEdge>
  );
}

interface SteadyNoticeProps {
  /** Whether it is known if there is a notice. */
  ready: boolean;
  /** Identifies what is shown below the notice, such as the open tab. */
  place: string;
  /** Null if there is none. */
  children: ReactNode;
}

/**
 * A notice at the top of a page. One that arrives while the page is read is shown at the lower edge of the window until
 * something else is opened, so that nothing moves under the pointer.
 */
export function SteadyNotice({ ready, place, children }: SteadyNoticeProps) {
  const [opened, setOpened] = useState<{ place: string; hadNotice: boolean } | null>(null);
  const edge = use(LowerEdge);
  const hasNotice = children !== null;
  if (ready && (opened?.place !== place || (opened.hadNotice && !hasNotice))) {
    setOpened({ place, hadNotice: hasNotice });
  }
  if (!hasNotice || !ready || opened?.hadNotice) return children;
  if (!edge) return null;
  return createPortal(
    <Paper shadow="md" radius="md" flex="none" style={{ pointerEvents: 'auto' }}>
      {children}
    </Paper>,
    edge,
  );
}
