import { Affix, Paper } from '@mantine/core';
import { type ReactNode, useState } from 'react';

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
  const hasNotice = children !== null;
  if (ready && (opened?.place !== place || (opened.hadNotice && !hasNotice))) {
    setOpened({ place, hadNotice: hasNotice });
  }
  if (!hasNotice || !ready || opened?.hadNotice) return children;
  return (
    <Affix
      position={{ bottom: 'calc(var(--app-shell-footer-offset, 0px) + 16px)', left: 16, right: 16 }}
      style={{ pointerEvents: 'none' }}
    >
      <Paper shadow="md" radius="md" maw={640} mx="auto" style={{ pointerEvents: 'auto' }}>
        {children}
      </Paper>
    </Affix>
  );
}
