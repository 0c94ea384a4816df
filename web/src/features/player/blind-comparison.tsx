import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import type { File } from '../../api';
import type { NumberedVersion } from '../../lib/audio/tracks';
import { formatDateTime, formatSeconds } from '../../lib/format/format';
import { isTyping } from '../../lib/navigation/typing';
import { PlayButton } from './play-button';
import { player } from './player';
import { usePlayer, usePosition } from './use-player';

interface BlindComparisonProps {
  opened: boolean;
  /** The version that is playing. */
  file: File;
  versions: NumberedVersion[];
  /** Called with the last audible version, if two were compared. */
  onClose: (heard: string | null) => void;
}

function nameOf(id: string, versions: NumberedVersion[]): string {
  const version = versions.find(({ file }) => file.id === id);
  return version ? `${version.number} · ${version.name}, ${formatDateTime(version.file.createdAt)}` : '';
}

/** Plays two versions as A and B at equal loudness, until the listener reveals which is which. */
export function BlindComparison({ opened, file, versions, onClose }: BlindComparisonProps) {
  const { blind } = usePlayer();
  function close() {
    const heard = blind ? (player.getState().piece?.id ?? null) : null;
    player.endBlind();
    onClose(heard);
  }
  return (
    <Modal opened={opened} onClose={close} title="Blind comparison" size="md">
      {blind ? (
        <Comparing key={blind.a.id + blind.b.id} {...blind} named={versions} />
      ) : (
        <Choice file={file} versions={versions} />
      )}
    </Modal>
  );
}

function Choice({ file, versions }: { file: File; versions: NumberedVersion[] }) {
  const heard = versions.map((version) => version.file).filter(({ analysis }) => analysis.hasPreview);
  const options = heard.map(({ id }) => ({ value: id, label: nameOf(id, versions) }));
  const [one, setOne] = useState<string | null>(file.id);
  const [other, setOther] = useState<string | null>(heard.find(({ id }) => id !== file.id)?.id ?? null);
  const [first, second] = [one, other].map((id) => heard.find((each) => each.id === id));
  const ready = first && second && first !== second;
  return (
    <Stack gap="sm">
      <Text size="sm">You hear two versions at the same position and loudness, named A and B at random.</Text>
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

function Comparing({ a, b, named }: { a: { id: string }; b: { id: string }; named: NumberedVersion[] }) {
  const { piece, playing, waiting, versions } = usePlayer();
  const seconds = usePosition();
  const [revealed, setRevealed] = useState(false);
  const hear = (id: string) => {
    const version = versions.find((each) => each.id === id);
    if (version) player.listen(version);
  };
  useWindowEvent('keydown', (event) => {
    if (isTyping(event)) return;
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
            {revealed ? `${letter}: ${nameOf(id, named)}` : letter}
          </Button>
        ))}
      </Group>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          The keys A and B switch between them.
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
