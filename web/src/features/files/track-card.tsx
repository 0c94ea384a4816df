import {
  ActionIcon,
  Box,
  Collapse,
  Group,
  Paper,
  Stack,
  TextInput,
  Title,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { IconChevronRight, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { File } from '../../api';
import { plural } from '../../lib/format/format';
import type { Card, VersionGroup } from './cards';

interface TrackCardProps {
  card: Card;
  /** Drag handle before the title. */
  handle?: ReactNode;
  onRename?: (title: string) => void;
  row: (file: File) => ReactNode;
}

/** Cards are rendered only when they come near the viewport; until then this height is assumed. */
const OUT_OF_SIGHT = { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 110px' } as const;

/** The files of one track, the newest version of each first. */
export function TrackCard({ card, handle, onRename, row }: TrackCardProps) {
  return (
    <Paper
      withBorder
      radius="md"
      px="sm"
      pt={8}
      pb={4}
      component="section"
      aria-label={card.title}
      style={OUT_OF_SIGHT}
    >
      <Group gap={4} wrap="nowrap" mih={30}>
        {handle}
        <CardTitle title={card.title} onRename={onRename} />
      </Group>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {card.groups.map((group) => (
          <VersionRows key={group.earlier.at(-1)?.id ?? group.newest.id} group={group} row={row} />
        ))}
      </Stack>
    </Paper>
  );
}

function VersionRows({ group: { newest, earlier }, row }: Pick<TrackCardProps, 'row'> & { group: VersionGroup }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {row(newest)}
      {earlier.length > 0 && (
        <li>
          <UnstyledButton
            fz="xs"
            c="dimmed"
            py={4}
            className="touch-area"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Group gap={4} wrap="nowrap">
              <IconChevronRight size={14} aria-hidden style={{ transform: open ? 'rotate(90deg)' : undefined }} />
              {plural(earlier.length, 'earlier version')}
            </Group>
          </UnstyledButton>
          <Collapse expanded={open}>
            {open && (
              <Box component="ul" m={0} p={0} pl="md" style={{ listStyle: 'none' }}>
                {earlier.map((file) => row(file))}
              </Box>
            )}
          </Collapse>
        </li>
      )}
    </>
  );
}

function CardTitle({ title, onRename }: { title: string; onRename?: (title: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null && onRename) {
    const save = () => {
      onRename(draft.trim());
      setDraft(null);
    };
    return (
      <TextInput
        flex={1}
        maw={420}
        size="sm"
        autoFocus
        maxLength={200}
        aria-label={`Title of ${title}`}
        description="Only shown to you, in this browser. Leave it empty for the track's own title."
        inputWrapperOrder={['input', 'description']}
        value={draft}
        onChange={({ currentTarget: { value } }) => setDraft(value)}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save();
          if (key === 'Escape') setDraft(null);
        }}
      />
    );
  }
  return (
    <>
      <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {onRename && (
        <Tooltip label="Rename for yourself">
          <ActionIcon aria-label={`Rename ${title}`} onClick={() => setDraft(title)}>
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}
