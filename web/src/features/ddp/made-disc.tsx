import { Alert, Button, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { msf } from '../../../../services/ddp/time.js';
import { ddpPrepareMutation, type MadeDisc } from '../../api';
import { ddpKeys } from '../../api/keys';
import { formatBytes } from '../../lib/format/format';
import { DdpFindings } from './ddp-findings';
import { DiscTracks } from './disc-tracks';
import { ImageBar } from './image-bar';
import { useImage } from './use-image';

interface MadeDiscProps {
  projectId: string;
  disc: MadeDisc;
  isOnly: boolean;
  canDownload: boolean;
}

/** A disc as Lacquer makes it from the CD masters: times, findings, sound, and its downloads. */
export function MadeDiscCard({ projectId, disc, isOnly, canDownload }: MadeDiscProps) {
  const { version, tracks, frames, findings, upc, state } = disc;
  const base = `/api/projects/${projectId}/discs/${disc.disc}`;
  const url = version !== null && canDownload ? `${base}/${version}/image` : null;
  const image = useImage(url);
  const name = isOnly ? 'CD' : `Disc ${disc.disc}`;
  const facts = [
    `${tracks.length} ${tracks.length === 1 ? 'track' : 'tracks'}`,
    version !== null && msf(frames),
    upc && `UPC ${upc}`,
  ];
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <div>
            <Title order={3}>{name}</Title>
            <Text size="sm" c="dimmed">
              {facts.filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Group gap="xs">
            {version !== null && <Sheets base={base} wav={canDownload ? `${base}/${version}/wav` : null} />}
            {version !== null && canDownload && (
              <Download projectId={projectId} disc={disc} href={`${base}/${version}/archive`} />
            )}
          </Group>
        </Group>
        {state === 'failed' && (
          <Alert color="red" title="The DDP could not be prepared">
            {disc.error}
          </Alert>
        )}
        {state === 'outdated' && (
          <Alert color="orange" title="The DDP is out of date">
            Order, gaps, metadata or a master have changed since it was prepared. Press Prepare DDP to make it as the
            album is now.
          </Alert>
        )}
        {state === 'none' && url && (
          <Text size="sm" c="dimmed">
            Prepare DDP reads the masters once for the checksums that plants ask for. Then the DDP can be downloaded.
          </Text>
        )}
        {version === null && tracks.length > 0 && (
          <Text size="sm">
            A DDP can be made once every track has a released CD master in 16-bit, 44.1 kHz, stereo.
          </Text>
        )}
        <DdpFindings findings={findings} />
        {version !== null && (
          <>
            {url && <ImageBar url={url} frames={frames} image={image} />}
            {image.error && (
              <Text size="sm" c="red" role="alert">
                {image.error}
              </Text>
            )}
            <DiscTracks name={`Tracks of ${name}`} tracks={tracks} frames={frames} url={url} image={image} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

function Download({ projectId, disc, href }: { projectId: string; disc: MadeDisc; href: string }) {
  const prepare = useMutation({
    ...ddpPrepareMutation(),
    meta: { invalidates: ddpKeys(projectId), failure: { title: 'Error', message: 'The DDP could not be prepared' } },
  });
  if (disc.state === 'ready') {
    return (
      <Button component="a" href={href} download leftSection={<IconDownload size={16} aria-hidden />}>
        Download DDP ({formatBytes(disc.sizeBytes)})
      </Button>
    );
  }
  return (
    <Button
      loading={prepare.isPending || disc.state === 'reading'}
      onClick={() => prepare.mutate({ path: { id: projectId, disc: disc.disc } })}
    >
      Prepare DDP
    </Button>
  );
}

const sheets = [
  { format: 'pdf', title: 'PQ sheet (PDF)', text: 'All indexes with times from the start of the disc and of track 1' },
  { format: 'csv', title: 'PQ sheet (CSV)', text: 'The same for a spreadsheet' },
  { format: 'cue', title: 'Cue sheet', text: 'For the WAV of the disc, which begins with track 1' },
  { format: 'text', title: 'Order text', text: 'To paste into the form of a plant' },
  { format: 'wavelab', title: 'WaveLab template', text: 'Exports the titles of a montage for Import CSV in Metadata' },
] as const;

function Sheets({ base, wav }: { base: string; wav: string | null }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconFileText size={16} aria-hidden />}>
          Sheets
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        {wav && (
          <Menu.Item component="a" href={wav} download>
            <Text size="sm">WAV of the disc</Text>
            <Text size="xs" c="dimmed">
              From the start of track 1, for the cue sheet
            </Text>
          </Menu.Item>
        )}
        {sheets.map(({ format, title, text }) => (
          <Menu.Item key={format} component="a" href={`${base}/sheet?format=${format}`} download>
            <Text size="sm">{title}</Text>
            <Text size="xs" c="dimmed">
              {text}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
