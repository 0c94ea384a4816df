import { Button } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useWiderThan } from '../../ui/use-wider-than';

const LABEL = 'Add Comment at Current Time';

interface AddCommentButtonProps {
  fullWidth?: boolean;
  onClick: () => void;
}

/** Begins a comment at the position that is heard; on a phone in one word. */
export function AddCommentButton({ fullWidth, onClick }: AddCommentButtonProps) {
  const wide = useWiderThan('sm');
  return (
    <Button
      data-shortcut="c"
      variant="default"
      flex="none"
      fullWidth={fullWidth}
      aria-label={wide ? undefined : LABEL}
      leftSection={<IconMessagePlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {wide ? LABEL : 'Comment'}
    </Button>
  );
}
