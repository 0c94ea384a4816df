import { Button, Center, EmptyState } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { explain } from '../api/error';

interface FailureProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  /** Level of the heading; 1 where nothing else is on the page. */
  level?: 1 | 2;
  /** Further actions beside retrying. */
  children?: ReactNode;
}

/** A screen or section that could not be loaded, with the reason and a retry button. */
export function Failure({ title, error, onRetry, level = 2, children }: FailureProps) {
  const { message, ofPage } = explain(error);
  const Icon = ofPage ? IconAlertTriangle : IconCloudOff;
  return (
    <Center mih={280} p="md" role="alert">
      <EmptyState>
        <EmptyState.Indicator>
          <Icon size={36} stroke={1.5} aria-hidden />
        </EmptyState.Indicator>
        <EmptyState.Title order={level}>{title}</EmptyState.Title>
        <EmptyState.Description>{message}</EmptyState.Description>
        <EmptyState.Actions>
          {ofPage ? (
            <Button onClick={() => window.location.reload()}>Reload the Page</Button>
          ) : (
            <Button onClick={onRetry}>Try Again</Button>
          )}
          {children}
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
