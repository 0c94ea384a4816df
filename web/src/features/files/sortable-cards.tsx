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
import type { Card } from './cards';

/** A few pixels, so that a click does not start a drag. */
const STARTS_AFTER = { distance: 4 };

const screenReaderInstructions: ScreenReaderInstructions = {
  draggable: 'Press space to pick up the track, the arrow keys to move it, space to put it down, escape to cancel.',
};

interface SortableCardsProps {
  cards: Card[];
  onOrder: (ids: string[]) => void;
  render: (card: Card, handle: ReactNode) => ReactNode;
}

/** A list of tracks that can be reordered by pointer, touch or keyboard. */
export function SortableCards({ cards, onOrder, render }: SortableCardsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: STARTS_AFTER }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = cards.map(({ id }) => id);
  const titleOf = (id: string | number) => cards.find((card) => card.id === id)?.title ?? '';
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
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {cards.map((card) => (
            <SortableCard key={card.id} card={card} render={render} />
          ))}
        </Stack>
      </SortableContext>
    </DndContext>
  );
}

function SortableCard({ card, render }: Pick<SortableCardsProps, 'render'> & { card: Card }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: card.id,
  });
  const handle = (
    <ActionIcon
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Move ${card.title}`}
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
      {render(card, handle)}
    </Box>
  );
}
