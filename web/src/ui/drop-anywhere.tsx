import { Portal, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useWindowEvent } from '@mantine/hooks';
import { useRef, useState } from 'react';

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

interface DropAnywhereProps {
  message: string;
  onDrop: (files: File[]) => void;
}

/** Makes the whole page a drop target while files are dragged over it. */
export function DropAnywhere({ message, onDrop }: DropAnywhereProps) {
  /**
   * Entering a child also fires leave on its parent, so only the difference shows whether the pointer is over the page.
   */
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  function move(event: DragEvent, by: number): void {
    if (!carriesFiles(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  }
  function end(): void {
    depth.current = 0;
    setOver(false);
  }
  useWindowEvent('dragenter', (event) => move(event, 1));
  useWindowEvent('dragleave', (event) => move(event, -1));
  useWindowEvent('dragover', (event) => carriesFiles(event) && event.preventDefault());
  useWindowEvent('drop', end);
  if (!over) return null;
  return (
    <Portal>
      <Dropzone
        onDrop={(files) => {
          end();
          onDrop(files);
        }}
        activateOnClick={false}
        aria-label={message}
        pos="fixed"
        inset={12}
        opacity={0.96}
        style={{ zIndex: 300, display: 'grid', placeItems: 'center' }}
      >
        <Text fw={500}>{message}</Text>
      </Dropzone>
    </Portal>
  );
}
