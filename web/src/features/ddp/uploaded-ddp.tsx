import { Alert, Badge, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { msf } from '../../../../services/ddp/time.js';
import { type DdpReport, type UploadedDdp, uploadedDdpsCheckMutation } from '../../api';
import { ddpKeys } from '../../api/keys';
import { plural } from '../../lib/format/format';
import { DdpFindings } from './ddp-findings';
import { DiscTracks } from './disc-tracks';
import { ImageBar } from './image-bar';
import { useImage } from './use-image';

interface UploadedDdpProps {
  projectId: string;
  ddp: UploadedDdp;
  can: { play: boolean; check: boolean };
}

/** An uploaded DDP: what is in it, what is wrong with it, and whether it holds the released masters. */
export function UploadedDdpCard({ projectId, ddp, can }: UploadedDdpProps) {
  const { audioId, part, state, report, isReleased } = ddp;
  const name = ddp.folder ? `${ddp.fileName} · ${ddp.folder}` : ddp.fileName;
  const url = can.play && report?.isPlayable ? `/api/projects/${projectId}/ddps/${audioId}/image?part=${part}` : null;
  const image = useImage(url);
  const check = useMutation({
    ...uploadedDdpsCheckMutation(),
    meta: { invalidates: ddpKeys(projectId), failure: { title: 'Error', message: 'The DDP could not be checked' } },
  });
  const facts = report
    ? [
        report.performer,
        report.title,
        report.tracks.length > 0 && plural(report.tracks.length, 'track'),
        report.frames > 0 && msf(report.frames),
        report.upc && `UPC ${report.upc}`,
      ]
    : [];
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Title order={3} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Title>
              {!isReleased && <Badge variant="light">Staged</Badge>}
            </Group>
            {report && !report.refusal && (
              <Text size="sm" c="dimmed">
                {facts.filter(Boolean).join(' · ')}
              </Text>
            )}
          </div>
          {can.check && state !== 'reading' && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={check.isPending}
              onClick={() => check.mutate({ path: { id: projectId, audioId } })}
            >
              Check again
            </Button>
          )}
        </Group>
        {state === 'reading' && (
          <Group gap="xs" role="status">
            <Loader size="xs" />
            <Text size="sm">Reading the DDP and comparing it with the CD masters …</Text>
          </Group>
        )}
        {state === 'failed' && (
          <Alert color="red" title="The DDP could not be read">
            The file store did not answer as expected. Please check it again.
          </Alert>
        )}
        {report && state !== 'failed' && <Verdict report={report} />}
        {report && !report.refusal && (
          <>
            <DdpFindings findings={report.findings} image={url === null ? null : { url, frames: report.frames }} />
            {url && <ImageBar url={url} frames={report.frames} image={image} />}
            {image.error && (
              <Text size="sm" c="red" role="alert">
                {image.error}
              </Text>
            )}
            {report.tracks.length > 0 && (
              <DiscTracks
                name={`Tracks of ${name}`}
                tracks={report.tracks}
                frames={report.frames}
                url={url}
                image={image}
                withComparison={report.disc !== null}
                isOutdated={report.isOutdated}
                hasErrors={state === 'failed' || errorsOf(report) > 0}
              />
            )}
          </>
        )}
      </Stack>
    </Paper>
  );
}

const errorsOf = ({ findings }: DdpReport): number => findings.filter(({ level }) => level === 'error').length;

function Verdict({ report }: { report: DdpReport }) {
  const { refusal, verdict, isApproved, isOutdated, tracks } = report;
  if (refusal) {
    return (
      <Alert color="red" title="This is not a DDP that can be read">
        {refusal}
      </Alert>
    );
  }
  if (isOutdated) {
    return (
      <Alert color="orange" title="Something has changed since this DDP was checked">
        The album, its metadata, a CD master or the way of checking. Check the DDP again to compare it.
      </Alert>
    );
  }
  if (verdict === null) return null;
  if (verdict === 'different') {
    const differing = tracks.filter(({ compared }) => compared?.isSame === false).length;
    return (
      <Alert color="red" title="Not identical to the masters">
        {differing > 0
          ? `${differing} ${differing === 1 ? 'track differs' : 'tracks differ'} from the released CD masters.`
          : 'Not every track could be compared with a released CD master.'}
      </Alert>
    );
  }
  if (verdict === 'more') {
    return (
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Not only the masters">
        This DDP holds every sample of the CD masters, but a disc made of it would not play as they do. The warnings say
        why.
      </Alert>
    );
  }
  const errors = errorsOf(report);
  if (errors > 0) {
    return (
      <Alert color="gray" title="The sound is identical to the masters">
        {`This DDP holds every sample of every CD master, but it has ${plural(errors, 'error')}.`}
      </Alert>
    );
  }
  return (
    <Alert color="green" icon={<IconCircleCheck aria-hidden />} title="Identical to the masters">
      {isApproved
        ? 'This DDP holds exactly what was approved: every sample of every CD master, and no other sound.'
        : 'This DDP holds every sample of the released CD masters. The client has not approved all of them yet.'}
    </Alert>
  );
}
