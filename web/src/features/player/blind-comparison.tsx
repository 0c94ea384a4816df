import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import type { File } from '../../api';
import { formatDateTime, formatSeconds } from '../../lib/format/format';
import { PlayButton } from './play-button';
import { player } from './player';
import { usePlayer, usePosition } from './use-player';

interface BlindComparisonProps {
  opened: boolean;
  /** The version that is playing. */
  file: File;
  all: File[];
  /** Called with the last audible version, if two were compared. */
  onClose: (heard: string | null) => void;
}

/** Names a version by its number and date, because versions often have the same file name. */
function nameOf(id: string, all: File[]): string {
  const index = all.findIndex((each) => each.id === id);
  const file = all[index];
  return file ? `${index + 1} · ${file.fileName}, ${formatDateTime(file.createdAt)}` : '';
}

/** Plays two versions as A and B at equal loudness, until the listener reveals which is which. */
export function BlindComparison({ opened, file, all, onClose }: BlindComparisonProps) {
  const { blind } = usePlayer();
  function close() {
    const heard = blind ? (player.getState().piece?.id ?? null) : null;
    player.endBlind();
    onClose(heard);
  }
  return (
    <Modal opened={opened} onClose={close} title="Blind comparison" size="md">
      {blind ? <Comparing key={blind.a.id + blind.b.id} {...blind} all={all} /> : <Choice file={file} all={all} />}
    </Modal>
  );
}

function Choice({ file, all }: { file: File; all: File[] }) {
  const heard = all.filter(({ analysis }) => analysis.hasPreview);
  const options = heard.map(({ id }) => ({ value: id, label: nameOf(id, all) }));
  const [one, setOne] = useState<string | null>(file.id);
  const [other, setOther] = useState<string | null>(heard.find(({ id }) => id !== file.id)?.id ?? null);
  const [first, second] = [one, other].map((id) => heard.find((each) => each.id === id));
  const ready = first && second && first !== second;
  return (
    <Stack gap="sm">
      <Text size="sm">You hear two versions at the same place and equally loud, named A and B by chance.</Text>
      <Select label="One version" data={options} value={one} onChange={setOne} allowDeselect={false} />
      <Select label="The other version" data={options} value={other} onChange={setOther} allowDeselect={false} />
      <Group justify="flex-end">
        <Button
          data-autofocus
          disabled={!ready}
          onClick={() => {
            if (!ready) return;
            player.beginBlind(first, second);
            player.play();
          }}
        >
          Start
        </Button>
      </Group>
    </Stack>
  );
}

function Comparing({ a, b, all }: { a: { id: string }; b: { id: string }; all: File[] }) {
  const { piece, playing, waiting, versions } = usePlayer();
  const seconds = usePosition();
  const [revealed, setRevealed] = useState(false);
  const hear = (id: string) => {
    const version = versions.find((each) => each.id === id);
    if (version) player.listen(version);
  };
  useWindowEvent('keydown', (event) => {
    const wanted = { a: a.id, '1': a.id, b: b.id, '2': b.id }[event.key.toLowerCase()];
    if (wanted) hear(wanted);
  });
  return (
    <Stack gap="md">
      <Group gap="sm">
        <PlayButton playing={playing} waiting={waiting} onClick={player.toggle} />
        <Text>{formatSeconds(seconds)}</Text>
      </Group>
      <Group grow>
        {[
          { letter: 'A', ...a },
          { letter: 'B', ...b },
        ].map(({ letter, id }) => (
          <Button
            key={letter}
            size="lg"
            h={revealed ? 'auto' : undefined}
            mih={50}
            py={6}
            styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
            data-autofocus={letter === 'A' || undefined}
            variant={piece?.id === id ? 'filled' : 'default'}
            aria-pressed={piece?.id === id}
            onClick={() => hear(id)}
          >
            {revealed ? `${letter}: ${nameOf(id, all)}` : letter}
          </Button>
        ))}
      </Group>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          Keys A and B change between them.
        </Text>
        {!revealed && (
          <Button variant="default" onClick={() => setRevealed(true)}>
            Reveal
          </Button>
        )}
      </Group>
    </Stack>
  );
}
