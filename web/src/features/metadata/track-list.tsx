import {
  Badge,
  Button,
  Group,
  Modal,
  NativeSelect,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { explicitOptions, trackColumns } from './columns';
import type { TracksProps } from './track-grid';

/** The tracks on a phone: a list, and a form for the one that was tapped. */
export function TrackList({ tracks, edits, findings, onChange }: TracksProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const at = tracks.findIndex(({ trackId }) => trackId === openId);
  const track = tracks[at];
  const next = tracks[at + 1];
  const of = (trackId: string) =>
    findings.filter((finding) => finding.trackId === trackId && finding.kind !== 'missing');
  return (
    <>
      <Paper withBorder component="ul" p={0} m={0} style={{ listStyle: 'none', overflow: 'hidden' }}>
        {tracks.map(({ trackId, trackNumber, title, version, isrc }, index) => (
          <li
            key={trackId}
            style={index > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : undefined}
          >
            <UnstyledButton w="100%" px="sm" py="xs" onClick={() => setOpenId(trackId)}>
              <Group gap="sm" wrap="nowrap">
                <Text size="sm" c="dimmed" w={24} ta="right">
                  {trackNumber}
                </Text>
                <Stack gap={0} flex={1} miw={0}>
                  <Text size="sm" truncate>
                    {[title, version].filter(Boolean).join(' – ')}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {isrc || 'No ISRC'}
                  </Text>
                </Stack>
                {edits[trackId] ? (
                  <Badge size="sm">Unsaved</Badge>
                ) : (
                  of(trackId).length > 0 && (
                    <Badge size="sm" color={of(trackId).some(({ kind }) => kind === 'wrong') ? 'red' : 'yellow'}>
                      {of(trackId).length} to check
                    </Badge>
                  )
                )}
                <IconChevronRight size={16} style={{ flex: 'none' }} aria-hidden />
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </Paper>
      <Modal
        opened={track !== undefined}
        onClose={() => setOpenId(null)}
        title={track && `${track.trackNumber}. ${track.title}`}
        fullScreen
      >
        {track && (
          <Stack gap="sm">
            {trackColumns.map(({ field, label, maxLength }) => {
              const found =
                edits[track.trackId]?.[field] === undefined && of(track.trackId).find((each) => each.field === field);
              const props = { label, maxLength, error: found ? found.message : undefined };
              const set = (value: string) => onChange(track.trackId, { [field]: value });
              if (field === 'explicit') {
                return (
                  <NativeSelect
                    key={field}
                    label={label}
                    data={explicitOptions}
                    value={track.explicit}
                    onChange={(event) => set(event.currentTarget.value)}
                  />
                );
              }
              if (field === 'lyrics') {
                return (
                  <Textarea
                    key={field}
                    {...props}
                    autosize
                    minRows={3}
                    maxRows={14}
                    value={track.lyrics}
                    onChange={(event) => set(event.currentTarget.value)}
                  />
                );
              }
              return (
                <TextInput
                  key={field}
                  {...props}
                  value={track[field]}
                  onChange={(event) => set(event.currentTarget.value)}
                />
              );
            })}
            <Group justify="space-between" mt="xs">
              <Button variant="default" onClick={() => setOpenId(null)}>
                Done
              </Button>
              {next && <Button onClick={() => setOpenId(next.trackId)}>Next track</Button>}
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
