import { Button, Center, EmptyState } from '@mantine/core';
import { IconError404 } from '@tabler/icons-react';
import { Link } from 'react-router';

export function NotFound() {
  return (
    <Center mih="60dvh" p="md">
      <EmptyState icon={<IconError404 aria-hidden />}>
        <EmptyState.Indicator>
          <IconError404 size={40} stroke={1.5} aria-hidden />
        </EmptyState.Indicator>
        <EmptyState.Title order={1}>Page not found</EmptyState.Title>
        <EmptyState.Description>The page you're looking for doesn't exist.</EmptyState.Description>
        <EmptyState.Actions>
          <Button component={Link} to="/app" variant="default">
            Back to the portal
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
