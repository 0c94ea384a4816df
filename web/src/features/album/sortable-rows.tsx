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
import { type ReactNode, useRef } from 'react';

/** A few pixels, so that a click does not start a drag. */
const STARTS_AFTER = { distance: 4 };

const screenReaderInstructions: ScreenReaderInstructions = {
  draggable: 'Press space to pick up the track, the arrow keys to move it, space to put it down, escape to cancel.',
};

export interface Row {
  id: string;
  title: string;
  /** Whether it can be moved; others can be passed. */
  isFixed?: boolean;
}

interface SortableRowsProps<Each extends Row> {
  rows: Each[];
  onOrder: (ids: string[]) => void;
  render: (row: Each, handle: ReactNode) => ReactNode;
}

/** A list that can be reordered by pointer, touch or keyboard. */
export function SortableRows<Each extends Row>({ rows, onOrder, render }: SortableRowsProps<Each>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: STARTS_AFTER }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = rows.map(({ id }) => id);
  /** Whether the picked row has been over another one. Its own place is not announced before. */
  const hasLeft = useRef(false);
  const titleOf = (id: string | number) => rows.find((row) => row.id === id)?.title ?? '';
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
          onDragStart: ({ active }) => {
            hasLeft.current = false;
            return `Picked up ${titleOf(active.id)}, ${placeOf(active.id)}`;
          },
          onDragOver: ({ active, over }) => {
            hasLeft.current ||= over !== null && over.id !== active.id;
            return over && hasLeft.current ? `${titleOf(active.id)} is now ${placeOf(over.id)}` : undefined;
          },
          onDragEnd: ({ active, over }) => (over ? `${titleOf(active.id)} was put at ${placeOf(over.id)}` : undefined),
          onDragCancel: ({ active }) => `${titleOf(active.id)} stays where it was`,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {rows.map((row) => (
            <SortableRow key={row.id} row={row} render={render} />
          ))}
        </Stack>
      </SortableContext>
    </DndContext>
  );
}

function SortableRow<Each extends Row>({ row, render }: Pick<SortableRowsProps<Each>, 'render'> & { row: Each }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.id,
    disabled: { draggable: row.isFixed ?? false },
  });
  const handle = (
    <ActionIcon
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Move ${row.title}`}
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
      {render(row, row.isFixed ? null : handle)}
    </Box>
  );
}
