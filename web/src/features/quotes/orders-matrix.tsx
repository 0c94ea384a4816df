import { Group, Menu, Table, Text, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockHour4,
  IconRosetteDiscountCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OrderCell, Orders, Project } from '../../api';
import { trackUrl } from '../../lib/navigation/track-url';
import { keysOf, orderedKinds, slotTypes } from '../../lib/words';
import { useWiderThan } from '../../ui/use-wider-than';

const TITLE_WIDTH = { wide: 240, narrow: 150 };
const CELL_WIDTH = 132;
const order = keysOf(slotTypes);

/** Keeps the titles in view while a narrow screen scrolls through the formats. */
const sticky = { pos: 'sticky', left: 0, bg: 'var(--mantine-color-body)', style: { zIndex: 1 } } as const;

interface OrdersProps {
  project: Project;
  orders: Orders;
}

/** Tracks in rows and formats in columns, each cell with its state. Formats that are neither ordered nor here are left out. */
export function OrdersMatrix({ project, orders: { tracks } }: OrdersProps) {
  const titleWidth = TITLE_WIDTH[useWiderThan('sm') ? 'wide' : 'narrow'];
  const shown = order.filter((kind) =>
    tracks.some(({ cells }) => cells.some((cell) => cell.kind === kind && (cell.isOrdered || cell.state !== null))),
  );
  const width = titleWidth + shown.length * CELL_WIDTH;
  return (
    <Table.ScrollContainer minWidth={width} type="native" maw={width + 2}>
      <Table
        aria-label="Orders by track and format"
        layout="fixed"
        verticalSpacing={0}
        horizontalSpacing="xs"
        withColumnBorders
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={titleWidth} {...sticky}>
              Track
            </Table.Th>
            {shown.map((kind) => (
              <Table.Th key={kind} w={CELL_WIDTH} fz="xs">
                {slotTypes[kind].label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tracks.map(({ id, trackNumber, title, cells }) => (
            <Table.Tr key={id} h={44}>
              <Table.Th scope="row" fw="normal" c="var(--mantine-color-text)" {...sticky}>
                <Text size="sm" truncate title={title}>
                  {trackNumber} {title}
                </Text>
              </Table.Th>
              {shown.map((kind) => (
                <Table.Td key={kind} p={2}>
                  <Cell project={project} cell={cells.find((cell) => cell.kind === kind)!} name={title} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Ordered things that are made once for the album. */
export function AlbumCells({ project, orders: { album } }: OrdersProps) {
  const shown = album.filter(({ isOrdered, state }) => isOrdered || state !== null);
  if (shown.length === 0) return null;
  return (
    <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {shown.map((cell) => (
        <Group
          key={cell.kind}
          component="li"
          gap={4}
          pl="sm"
          bdrs="sm"
          bd="1px solid var(--mantine-color-default-border)"
          wrap="nowrap"
        >
          <Text size="sm">{orderedKinds[cell.kind].label}</Text>
          <Cell project={project} cell={cell} name="Album" />
        </Group>
      ))}
    </Group>
  );
}

const STATES: Record<NonNullable<OrderCell['state']>, { label: string; color: string; Icon: TablerIcon }> = {
  missing: { label: 'Missing', color: 'red', Icon: IconCircleDashed },
  staged: { label: 'Staged', color: 'blue', Icon: IconClockHour4 },
  released: { label: 'Released', color: 'green', Icon: IconCircleCheck },
  approved: { label: 'Approved', color: 'green', Icon: IconRosetteDiscountCheck },
};

const FAULTY = { label: 'Released, with errors', color: 'orange', Icon: IconAlertTriangle };
const OUTDATED = { label: 'Out of date', color: 'orange', Icon: IconAlertTriangle };

/** Things that Lacquer makes of the masters. */
const MADE: Partial<Record<OrderCell['kind'], { make: string; open: string }>> = {
  ddp: { make: 'Make it from the CD masters', open: 'Open the discs' },
  vinyl_sides: { make: 'Make them from the vinyl masters', open: 'Open the sides' },
};

/** Words for clients, who see no staging area. */
const FOR_CLIENTS = {
  missing: { label: 'In the works', color: 'dimmed', Icon: IconCircle },
  released: { label: 'Here', color: 'green', Icon: IconCircleCheck },
};

interface CellProps {
  project: Project;
  cell: OrderCell;
  /** The track's title. */
  name: string;
}

/** State of one thing; a click leads to its file, to staging and to the quote that orders it. */
function Cell({ project, cell, name }: CellProps) {
  const { kind, isOrdered, state, wanted, received, isOutdated, errors, fileId, stagingFileId, quoteIds } = cell;
  if (state === null) {
    return (
      <Text size="xs" c="dimmed" px={6}>
        –
      </Text>
    );
  }
  const isEngineer = project.can.update;
  const words = isEngineer ? STATES : { ...STATES, ...FOR_CLIENTS };
  const marked =
    state === 'released' && errors.length > 0
      ? FAULTY
      : isEngineer && isOutdated && state === 'missing'
        ? OUTDATED
        : null;
  const { label, color, Icon } = marked ?? words[state];
  const count = isOrdered && wanted > 1 ? ` (${received} of ${wanted})` : '';
  const text = isOrdered ? `${label}${count}` : `${label}, not ordered`;
  const isTrack = orderedKinds[kind].scope === 'track';
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton
          w={isTrack ? '100%' : undefined}
          mih={40}
          px={6}
          aria-label={`${name}, ${orderedKinds[kind].label}: ${text}`}
        >
          <Group gap={6} wrap="nowrap">
            <Icon
              size={15}
              aria-hidden
              color={color === 'dimmed' ? 'var(--mantine-color-dimmed)' : `var(--mantine-color-${color}-text)`}
              style={{ flex: 'none' }}
            />
            <Text size="xs" c={isOrdered ? undefined : 'dimmed'} lh={1.25}>
              {label}
              {count}
              {stagingFileId && fileId ? ', new version staged' : ''}
              {isOrdered ? '' : ', not ordered'}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {fileId && (
          <Menu.Item component={Link} to={isTrack ? trackUrl(project.id, fileId) : '?tab=files'}>
            Open the released file
          </Menu.Item>
        )}
        {MADE[kind] && (isEngineer || received > 0) && (
          <Menu.Item component={Link} to="?tab=cd">
            {isEngineer && state === 'missing' ? MADE[kind].make : MADE[kind].open}
          </Menu.Item>
        )}
        {isEngineer && stagingFileId && (
          <Menu.Item component={Link} to={`?tab=staging&file=${stagingFileId}`}>
            Open it in staging
          </Menu.Item>
        )}
        {isEngineer && state === 'missing' && (
          <Menu.Item component={Link} to="?tab=staging">
            Upload it in staging
          </Menu.Item>
        )}
        {quoteIds.map((quoteId, index) => (
          <Menu.Item key={quoteId} component={Link} to={`?tab=quote&quote=${quoteId}`}>
            {quoteIds.length > 1 ? `Quote ${index + 1} that orders it` : 'Quote that orders it'}
          </Menu.Item>
        ))}
        {!isEngineer && !fileId && received === 0 && quoteIds.length === 0 && <Menu.Label>Nothing here yet</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
