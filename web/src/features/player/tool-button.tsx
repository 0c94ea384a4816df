import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useWiderThan } from '../../ui/use-wider-than';

interface ToolButtonProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  label: string;
  /** Words of the label that fit where four tools have little room: on a phone, and beside the comments. */
  short: string;
  tip: string;
  icon: ReactNode;
  shortcut?: string;
  pressed?: boolean;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** One of the player's tools. */
export function ToolButton({ label, short, tip, icon, shortcut, pressed, onClick, ...rest }: ToolButtonProps) {
  const wide = useWiderThan('sm');
  const isBesideComments = useWiderThan('lg');
  const hasRoom = useWiderThan('xl') || (wide && !isBesideComments);
  return (
    <Tooltip label={tip}>
      <Button
        variant="default"
        {...rest}
        data-shortcut={shortcut}
        aria-pressed={pressed}
        aria-label={hasRoom ? undefined : label}
        leftSection={wide && icon}
        px={wide ? 'xs' : 4}
        miw={0}
        flex="1 1 0"
        onClick={onClick}
      >
        {hasRoom ? label : short}
      </Button>
    </Tooltip>
  );
}
