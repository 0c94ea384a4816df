import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RefusedFile } from '../lib/uploads/acceptance';

/** Lists the refused files with reasons; renders nothing if there are none. */
export function RefusedFiles({ refused, onClose }: { refused: RefusedFile[]; onClose: () => void }) {
  if (refused.length === 0) return null;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={refused.length === 1 ? '1 file was not taken' : `${refused.length} files were not taken`}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      <List size="sm" spacing={2}>
        {refused.map(({ name, reason }, index) => (
          <List.Item key={index}>
            <Text span inherit fw={500}>
              {name}
            </Text>
            : {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
