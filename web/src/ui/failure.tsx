import { Button, Center, EmptyState } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../api/error';

interface FailureProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  /** Further actions beside retrying. */
  children?: ReactNode;
}

/** A screen or section that could not be loaded, with the reason and a retry button. */
export function Failure({ title, error, onRetry, children }: FailureProps) {
  return (
    <Center mih={280} p="md" role="alert">
      <EmptyState>
        <EmptyState.Indicator>
          <IconCloudOff size={36} stroke={1.5} aria-hidden />
        </EmptyState.Indicator>
        <EmptyState.Title order={2}>{title}</EmptyState.Title>
        <EmptyState.Description>
          {messageOf(error, 'The server did not answer as expected. Nothing was lost; please try again.')}
        </EmptyState.Description>
        <EmptyState.Actions>
          <Button onClick={onRetry}>Try Again</Button>
          {children}
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
