import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { plural } from '../lib/format/format';
import type { Upload, UploadControls } from '../lib/uploads/upload-types';

/** Failed uploads with their reasons; they stay until dismissed or retried. */
export function UploadFailures({ failed, queue }: { failed: Upload[]; queue: UploadControls }) {
  if (failed.length === 0) return null;
  const retryable = failed.filter(({ canRetry }) => canRetry);
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${plural(failed.length, 'file')} could not be uploaded`}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => queue.dismiss(...failed.map(({ id }) => id))}
    >
      <Stack gap={6}>
        {failed.map(({ id, name, error, canRetry }) => (
          <Group key={id} gap="sm" justify="space-between">
            <Text size="sm" flex={1} miw={200} style={{ overflowWrap: 'anywhere' }}>
              <Text span inherit fw={500}>
                {name}
              </Text>
              : {error}
            </Text>
            {canRetry && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Try ${name} again`}
                onClick={() => queue.retry(id)}
              >
                Try again
              </Button>
            )}
          </Group>
        ))}
        {retryable.length > 1 && (
          <Button
            size="compact-xs"
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => queue.retry(...retryable.map(({ id }) => id))}
          >
            Try all again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
