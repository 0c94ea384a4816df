import { useWindowEvent } from '@mantine/hooks';
import { useRef, useState } from 'react';

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Number of files and folders from the desktop that are dragged over the page; 0 while nothing is. */
export function useFileDrag(): number {
  /**
   * Entering a child also fires leave on its parent, so only the difference shows whether the pointer is over the page.
   */
  const depth = useRef(0);
  const [count, setCount] = useState(0);
  function move(event: DragEvent, by: number): void {
    if (!carriesFiles(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setCount(depth.current > 0 ? Math.max(1, event.dataTransfer?.items.length ?? 1) : 0);
  }
  useWindowEvent('dragenter', (event) => move(event, 1));
  useWindowEvent('dragleave', (event) => move(event, -1));
  useWindowEvent('dragover', (event) => {
    if (!carriesFiles(event)) return;
    // A browser opens a file that is dropped where nothing takes it.
    event.preventDefault();
    // The drag may have entered the page before this was mounted.
    if (depth.current === 0) move(event, 1);
  });
  useWindowEvent('drop', (event) => {
    if (carriesFiles(event)) event.preventDefault();
    depth.current = 0;
    setCount(0);
  });
  return count;
}
