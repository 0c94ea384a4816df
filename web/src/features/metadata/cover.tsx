import { Button, FileButton, Group, Image, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Metadata, metadataPutCoverMutation, metadataRemoveCoverMutation } from '../../api';
import { metadataKeys } from '../../api/keys';
import { formatBytes } from '../../lib/format/format';
import { toast } from '../../ui/toast';

const MAX_BYTES = 10 * 1024 ** 2;
const EDGE = 176;

/** The release's cover with its size, and what stores would say to it. */
export function Cover({ projectId, cover, findings }: Pick<Metadata, 'projectId' | 'cover' | 'findings'>) {
  const path = { id: projectId };
  const invalidates = metadataKeys(projectId);
  const put = useMutation({
    ...metadataPutCoverMutation(),
    meta: { invalidates, failure: { title: 'Error', message: 'Failed to save the cover' } },
  });
  const remove = useMutation({
    ...metadataRemoveCoverMutation(),
    meta: { invalidates, failure: { title: 'Error', message: 'Failed to remove the cover' } },
  });
  const about = findings.filter(({ field, kind }) => field === 'cover' && kind !== 'missing');

  function choose(file: File | null) {
    if (!file) return;
    if (file.size <= MAX_BYTES) return put.mutate({ path, body: file });
    toast.error(
      'Error',
      `${file.name} has ${formatBytes(file.size)}; a cover may have ${formatBytes(MAX_BYTES)} at most.`,
    );
  }

  return (
    <Stack gap="xs" w={{ base: '100%', sm: EDGE }} flex="none">
      <Group gap="md" wrap="nowrap" align="flex-end">
        <Paper withBorder w={EDGE} h={EDGE} style={{ overflow: 'hidden' }}>
          {cover ? (
            <Image
              src={`/api/projects/${projectId}/metadata/cover?size=small&of=${cover.sha256.slice(0, 12)}`}
              alt="Cover"
              w={EDGE}
              h={EDGE}
              fit="contain"
            />
          ) : (
            <Stack h="100%" align="center" justify="center" gap={4} c="dimmed">
              <IconPhoto size={32} stroke={1.2} aria-hidden />
              <Text size="xs">No cover yet</Text>
            </Stack>
          )}
        </Paper>
      </Group>
      {cover && (
        <Text size="xs" c="dimmed">
          {cover.width} × {cover.height} px, {cover.contentType === 'image/png' ? 'PNG' : 'JPEG'},{' '}
          {formatBytes(cover.sizeBytes)}
        </Text>
      )}
      {about.map(({ message, kind }) => (
        <Group key={message} gap={6} wrap="nowrap" align="flex-start" c={kind === 'wrong' ? 'red' : 'yellow'}>
          <IconAlertTriangle size={14} style={{ flex: 'none', marginTop: 2 }} aria-hidden />
          <Text size="xs">{message}</Text>
        </Group>
      ))}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg" onChange={choose}>
          {(props) => (
            <Tooltip label="JPEG or PNG, square, best 3000 × 3000 pixels, 10 MB at most">
              <Button variant="default" size="xs" loading={put.isPending} {...props}>
                {cover ? 'Change' : 'Add a cover'}
              </Button>
            </Tooltip>
          )}
        </FileButton>
        {cover && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            loading={remove.isPending}
            onClick={() => remove.mutate({ path })}
          >
            Remove
          </Button>
        )}
      </Group>
    </Stack>
  );
}
