import { Anchor, Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, shareLinksListOptions } from '../../api';
import { Failure } from '../../ui/failure';
import { LinkForm } from './link-form';
import { LinkRow } from './link-row';

interface ShareDialogProps {
  projectId: string;
  opened: boolean;
  onClose: () => void;
}

/** Makes links for people without an account, and shows, changes and ends those that exist. */
export default function ShareDialog({ opened, onClose, projectId }: ShareDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Share" size="lg">
      <Links projectId={projectId} />
    </Modal>
  );
}

function Links({ projectId }: { projectId: string }) {
  const { data, isPending, isError, error, refetch } = useQuery({
    ...shareLinksListOptions({ path: { projectId } }),
    select: dataOf,
    // Visits are counted meanwhile.
    staleTime: 0,
  });
  // The id of the link in the form, or `new`.
  const [edited, setEdited] = useState<string | null>(null);
  if (isPending)
    return (
      <Stack role="status" aria-label="Loading links">
        <Skeleton h={64} />
        <Skeleton h={64} />
      </Stack>
    );
  if (isError) return <Failure title="The links could not be loaded" error={error} onRetry={() => void refetch()} />;
  const { links, tracks } = data;
  const link = links.find(({ id }) => id === edited) ?? null;
  const done = () => setEdited(null);
  if (link || edited === 'new' || links.length === 0)
    return (
      <LinkForm
        projectId={projectId}
        tracks={tracks}
        link={link}
        onCancel={links.length === 0 ? null : done}
        onDone={done}
      />
    );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Links for people without an account: to hear the newest masters, or to download the finals. People of the
        project need none: they have <Anchor href={`/d/${projectId}`}>the delivery page</Anchor>.
      </Text>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {links.map((link) => (
          <LinkRow
            key={link.id}
            projectId={projectId}
            link={link}
            tracks={tracks.length}
            onChange={() => setEdited(link.id)}
          />
        ))}
      </Stack>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setEdited('new')}
      >
        New link
      </Button>
    </Stack>
  );
}
