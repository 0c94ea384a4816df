import { Alert, Anchor, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useDisclosure } from '@mantine/hooks';
import { IconFileSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { identifyForMember, type Identity } from '../../api';
import { messageOf } from '../../api/error';
import { identify, STAYS_HERE } from '../../lib/identify/identify';
import { trackUrl } from '../../lib/navigation/track-url';

/** Button with a dialog that says which file of the project any file is. */
export function WhatIsThisFile({ projectId }: { projectId: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="subtle" color="gray" leftSection={<IconFileSearch size={16} aria-hidden />} onClick={open}>
        What is this file?
      </Button>
      <Modal opened={opened} onClose={close} title="What is this file?">
        <Identify projectId={projectId} />
      </Modal>
    </>
  );
}

type State = { name: string } & ({ said: string } | { found: Identity } | { failure: string });

const COLORS: Record<Identity['match'], string> = { exact: 'green', samples: 'green', sound: 'cyan', none: 'gray' };

function Identify({ projectId }: { projectId: string }) {
  const [state, setState] = useState<State | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function take([file]: File[]): Promise<void> {
    if (!file) return;
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const { name } = file;
    const show = (next: State) => signal.aborted || setState(next);
    show({ name, said: 'Reading the file' });
    try {
      const found = await identify(file, {
        signal,
        onProgress: (said) => show({ name, said }),
        ask: async (body) => {
          const reply = await identifyForMember({ path: { projectId }, body, signal, throwOnError: true });
          return reply.data.data;
        },
      });
      show({ name, found });
    } catch (error) {
      show({ name, failure: messageOf(error, 'The file could not be read or compared. Please try again.') });
    }
  }

  function cancel() {
    running.current?.abort();
    setState(null);
  }

  return (
    <Stack gap="md">
      <Dropzone
        onDrop={(files) => void take(files)}
        onReject={([first]) => first && setState({ name: first.file.name, failure: 'Please drop one file at a time.' })}
        multiple={false}
        aria-label="Choose a file"
      >
        <Text size="sm" ta="center" py="md">
          Drop any file here, or click to choose one
        </Text>
      </Dropzone>
      {/* Screen readers read the answer, and not each step before it. */}
      <div aria-live="polite" aria-busy={state !== null && 'said' in state}>
        {state && (
          <Stack gap="xs">
            <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
              {state.name}
            </Text>
            {'said' in state && (
              <Group gap="xs" wrap="nowrap">
                <Loader size="xs" aria-hidden />
                <Text size="sm" flex={1}>
                  {state.said}
                </Text>
                <Button variant="default" onClick={cancel}>
                  Cancel
                </Button>
              </Group>
            )}
            {'failure' in state && <Alert color="red">{state.failure}</Alert>}
            {'found' in state && (
              <Alert color={state.found.isOlder ? 'yellow' : COLORS[state.found.match]}>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {state.found.sentence}{' '}
                  {state.found.fileId && (
                    <Anchor component={Link} to={trackUrl(projectId, state.found.fileId)} size="sm" underline="always">
                      Open it
                    </Anchor>
                  )}
                </Text>
              </Alert>
            )}
          </Stack>
        )}
      </div>
      <Text size="xs" c="dimmed">
        {STAYS_HERE}
      </Text>
    </Stack>
  );
}
