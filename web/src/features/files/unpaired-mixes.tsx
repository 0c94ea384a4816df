import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { File } from '../../api';
import { useChooseTrack } from './choose-track';

interface UnpairedMixesProps {
  files: File[];
  /** The button that plays it. */
  play: (file: File) => ReactNode;
}

/** Asks for the track of mixes whose sound or name suggests several. */
export function UnpairedMixes({ files, play }: UnpairedMixesProps) {
  const open = files.filter(
    ({ pairing, can }) => can.pair && pairing?.decidedBy === null && pairing.choices.length > 0,
  );
  if (open.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconHelpCircle aria-hidden />}
      title={open.length === 1 ? 'Which track is this mix of?' : 'Which tracks are these mixes of?'}
    >
      <Stack gap="md">
        {open.map((file) => (
          <Question key={file.id} file={file} play={play(file)} />
        ))}
      </Stack>
    </Alert>
  );
}

function Question({ file, play }: { file: File; play: ReactNode }) {
  const { choose, isPending } = useChooseTrack(file);
  const choices = file.pairing?.choices ?? [];
  return (
    <Stack gap={6} role="group" aria-label={`Track of ${file.fileName}`}>
      <Group gap="xs" wrap="nowrap">
        {play}
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {file.fileName}
          </Text>
          <Text size="xs">
            {choices.length > 1
              ? 'Its sound and name fit more than one track.'
              : 'Its name says this track, but it sounds different.'}
          </Text>
        </Stack>
      </Group>
      <Group gap="xs">
        {choices.map(({ trackId, title }) => (
          <Button
            key={trackId}
            size="xs"
            variant="default"
            maw="100%"
            disabled={isPending}
            onClick={() => choose(trackId)}
          >
            {title}
          </Button>
        ))}
        <Button size="xs" variant="subtle" disabled={isPending} onClick={() => choose(null)}>
          {choices.length > 1 ? 'None of them' : 'No track'}
        </Button>
      </Group>
    </Stack>
  );
}
