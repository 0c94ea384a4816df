import { Button, Center, EmptyState } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';

/** Shown instead of a page that this role may not see. */
export function Restricted({ message = 'This page is only available to engineers.' }: { message?: string }) {
  return (
    <Center mih="60dvh" p="md">
      <EmptyState>
        <EmptyState.Indicator>
          <IconLock size={36} stroke={1.5} aria-hidden />
        </EmptyState.Indicator>
        <EmptyState.Title order={1}>Access Restricted</EmptyState.Title>
        <EmptyState.Description>{message}</EmptyState.Description>
        <EmptyState.Actions>
          <Button component={Link} to="/app" variant="default">
            Back to the portal
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
