import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { plural } from '../../lib/format/format';
import { DropAnywhere } from '../../ui/drop-anywhere';
import { useProjects } from './use-projects';

interface DropOnListProps {
  /** Sends the files to the project. */
  onFiles: (projectId: string, files: File[]) => void;
}

const SHOWN = 50;

/** Accepts files dropped on the list of projects, and asks which project they belong to. */
export function DropOnList({ onFiles }: DropOnListProps) {
  const [files, setFiles] = useState<File[]>([]);
  const close = () => setFiles([]);
  return (
    <>
      <DropAnywhere message="Drop the files, then choose their project" onDrop={setFiles} />
      <Modal opened={files.length > 0} onClose={close} title="Which project are they for?">
        <Choice files={files} onCancel={close} onFiles={onFiles} />
      </Modal>
    </>
  );
}

function Choice({ files, onCancel, onFiles }: DropOnListProps & { files: File[]; onCancel: () => void }) {
  const [search, setSearch] = useState('');
  const [projectId, setProjectId] = useState<string | null>(null);
  const { projects } = useProjects({ search: search || undefined, sort: 'updatedAt', order: 'desc', limit: SHOWN });
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {files.length === 1 ? files[0]!.name : plural(files.length, 'file')}
      </Text>
      <Select
        label="Project"
        placeholder="Search projects"
        data-autofocus
        searchable
        nothingFoundMessage="No such project"
        data={(projects ?? []).map(({ id, title, client_name: client }) => ({
          value: id,
          label: `${title} (${client})`,
        }))}
        // The server searches; filtering again by the whole label would hide what it found.
        filter={({ options }) => options}
        onSearchChange={(typed) => setSearch(projectId === null ? typed : '')}
        value={projectId}
        onChange={setProjectId}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={projectId === null} onClick={() => projectId && onFiles(projectId, files)}>
          Upload
        </Button>
      </Group>
    </Stack>
  );
}
