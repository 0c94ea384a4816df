import { Portal, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useFileDrag } from './use-file-drag';

/** Layer of the drop target. What takes dropped files itself is shown above it. */
export const DROP_LAYER = 300;

interface DropAnywhereProps {
  message: string;
  onDrop: (files: File[]) => void;
}

/** Makes the whole page a drop target while files are dragged over it. */
export function DropAnywhere({ message, onDrop }: DropAnywhereProps) {
  if (useFileDrag() === 0) return null;
  return (
    <Portal>
      <Dropzone
        onDrop={onDrop}
        activateOnClick={false}
        aria-label={message}
        pos="fixed"
        inset={12}
        opacity={0.96}
        style={{ zIndex: DROP_LAYER }}
      >
        <Text fw={500} pos="fixed" top={36} left={0} right={0} ta="center">
          {message}
        </Text>
      </Dropzone>
    </Portal>
  );
}
