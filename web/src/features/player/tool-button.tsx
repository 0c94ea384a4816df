import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useWiderThan } from '../../ui/use-wider-than';

interface ToolButtonProps extends Pick<ButtonProps, 'variant'> {
  label: string;
  /** Words of the label that fit on a phone, where four tools are in a row. */
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
  return (
    <Tooltip label={tip}>
      <Button
        variant="default"
        {...rest}
        data-shortcut={shortcut}
        aria-pressed={pressed}
        aria-label={wide ? undefined : label}
        leftSection={wide && icon}
        px={wide ? undefined : 4}
        flex={wide ? undefined : '1 1 0'}
        onClick={onClick}
      >
        {wide ? label : short}
      </Button>
    </Tooltip>
  );
}
