import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { stagingAcceptChecksMutation, type StagingFile, stagingListOptions } from '../../api';
import { stagingKeys } from '../../api/keys';
import { plural } from '../../lib/format/format';
import { placeLabel } from '../../lib/slots';
import { CheckList } from '../../ui/check-list';
import { FileName } from '../../ui/file-name';

const isOpen = ({ checks }: StagingFile) => checks.some(({ accepted }) => accepted === null);

/** Findings of the checks of assigned masters; they do not prevent a release. */
export function MasterChecks({ projectId }: { projectId: string }) {
  const { data } = useQuery(stagingListOptions({ path: { projectId } }));
  const found = (data?.data.stagingFiles ?? []).filter(
    ({ status, checks }) => status === 'assigned' && checks.length > 0,
  );
  if (found.length === 0) return null;
  const open = found.filter(isOpen);
  const rest = found.filter((file) => !isOpen(file));
  return (
    <Alert
      color={open.length > 0 ? 'yellow' : 'gray'}
      icon={<IconAlertTriangle aria-hidden />}
      styles={{ body: { minWidth: 0 } }}
      title={
        open.length > 0
          ? `Checks found something about ${plural(open.length, 'master')}`
          : `Checks of ${plural(found.length, 'master')}: seen and accepted`
      }
    >
      <Stack gap="md">
        <Text size="sm">For information only; none of this prevents a release.</Text>
        {[...open, ...rest].map((file) => (
          <Master key={file.id} projectId={projectId} file={file} />
        ))}
      </Stack>
    </Alert>
  );
}

function Master({ projectId, file }: { projectId: string; file: StagingFile }) {
  const { id: fileId, originalName, assignment, checks } = file;
  const accept = useMutation({
    ...stagingAcceptChecksMutation(),
    meta: {
      invalidates: stagingKeys(projectId),
      failure: { title: 'Error', message: 'Failed to keep that it was seen' },
    },
  });
  const accepted = !isOpen(file);
  const codes = checks.filter((check) => accepted || check.accepted === null).map(({ code }) => code);
  return (
    <section aria-label={`Checks of ${originalName}`}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Group gap="xs" wrap="nowrap" miw={0} flex="1 1 220px">
          <FileName name={originalName} fw={500} />
          {assignment && (
            <Text size="xs" c="dimmed" flex="none">
              {placeLabel(assignment)}
            </Text>
          )}
        </Group>
        <Button
          size="compact-sm"
          variant={accepted ? 'subtle' : 'default'}
          loading={accept.isPending}
          aria-label={`${accepted ? 'Take back' : 'Seen and accepted'}: ${originalName}`}
          onClick={() => accept.mutate({ path: { projectId, fileId }, body: { codes, accepted: !accepted } })}
        >
          {accepted ? 'Take back' : 'Seen and accepted'}
        </Button>
      </Group>
      <CheckList checks={checks} />
    </section>
  );
}
