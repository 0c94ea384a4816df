import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type ScreenReaderInstructions,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon, Box, Stack } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TrackFiles } from '../../lib/audio/tracks';

/** A few pixels, so that a click does not start a drag. */
const STARTS_AFTER = { distance: 4 };

const screenReaderInstructions: ScreenReaderInstructions = {
  draggable: 'Press space to pick up the track, the arrow keys to move it, space to put it down, escape to cancel.',
};

interface SortableTracksProps {
  tracks: TrackFiles[];
  onOrder: (ids: string[]) => void;
  render: (track: TrackFiles, handle: ReactNode) => ReactNode;
}

/** A list of tracks that can be reordered by pointer, touch or keyboard. */
export function SortableTracks({ tracks, onOrder, render }: SortableTracksProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: STARTS_AFTER }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = tracks.map(({ id }) => id);
  const titleOf = (id: string | number) => tracks.find((track) => track.id === id)?.title ?? '';
  const placeOf = (id: string | number) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`;

  function end({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) {
      onOrder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
    }
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions,
        announcements: {
          onDragStart: ({ active }) => `Picked up ${titleOf(active.id)}, ${placeOf(active.id)}`,
          onDragOver: ({ active, over }) => (over ? `${titleOf(active.id)} is now ${placeOf(over.id)}` : undefined),
          onDragEnd: ({ active, over }) => (over ? `${titleOf(active.id)} was put at ${placeOf(over.id)}` : undefined),
          onDragCancel: ({ active }) => `${titleOf(active.id)} stays where it was`,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
          {tracks.map((track) => (
            <SortableTrack key={track.id} track={track} render={render} />
          ))}
        </Stack>
      </SortableContext>
    </DndContext>
  );
}

function SortableTrack({ track, render }: Pick<SortableTracksProps, 'render'> & { track: TrackFiles }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: track.id,
  });
  const handle = (
    <ActionIcon
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Move ${track.title}`}
      style={{ cursor: isDragging ? 'grabbing' : 'grab', touchAction: 'none' }}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <Box
      ref={setNodeRef}
      component="li"
      pos="relative"
      style={{
        transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
        transition,
        zIndex: isDragging ? 1 : undefined,
      }}
    >
      {render(track, handle)}
    </Box>
  );
}
