import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { metadataRememberColumnsMutation } from '../../api';
import { metadataKeys } from '../../api/keys';
import { useSession } from '../../api/session';
import { releaseColumns, trackColumns } from './columns';
import { parseDelimited } from './delimited';
import { decode, type Encoding, encodings, recognise } from './encodings';
import { plain, type Target, targetOf, titlesOfMarkers } from './import-sheet';

const SAMPLES = 3;

const TARGETS: { group: string; items: { value: Target; label: string }[] }[] = [
  {
    group: 'Track',
    items: [
      { value: 'none', label: 'Not imported' },
      { value: 'number', label: 'Track number' },
      ...trackColumns.map(({ field, label }) => ({ value: `track.${field}` as const, label })),
    ],
  },
  {
    group: 'Release',
    items: releaseColumns.map(({ field, label }) => ({
      value: `release.${field}` as const,
      label: `Release: ${label}`,
    })),
  },
];

interface ImportDialogProps {
  projectId: string;
  file: { name: string; bytes: Uint8Array };
  /** Earlier choices of the studio's engineers for columns. */
  remembered: Record<string, Target>;
  onImport: (table: string[][], targets: Target[]) => void;
  onClose: () => void;
}

/** Shows what is read of a file: its encoding, and what each column holds. Both can be changed. */
export function ImportDialog({ projectId, file, remembered, onImport, onClose }: ImportDialogProps) {
  const { user } = useSession();
  const found = useMemo(() => recognise(file.bytes), [file]);
  const [encoding, setEncoding] = useState<Encoding>(found);
  const [chosen, setChosen] = useState<Record<string, Target>>({});
  const { table, isLossy } = useMemo(() => {
    const text = decode(file.bytes, encoding);
    const cells = parseDelimited(text);
    return { table: titlesOfMarkers(cells) ?? cells, isLossy: text.includes('\ufffd') };
  }, [file, encoding]);
  const [headings = [], ...lines] = table;
  const targets = headings.map((heading) => targetOf(heading, { ...remembered, ...chosen }));
  const remember = useMutation({
    ...metadataRememberColumnsMutation(),
    meta: { invalidates: metadataKeys(projectId), failure: { title: 'Error', message: 'Failed to keep the columns' } },
  });

  function submit() {
    if (user.role === 'engineer' && Object.keys(chosen).length > 0) {
      remember.mutate({ path: { id: projectId }, body: { columns: chosen } });
    }
    onImport(table, targets);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title={`Import ${file.name}`} size="lg">
      <Stack gap="md">
        <Select
          label="Encoding"
          description="If letters look wrong below, choose another"
          data={Object.entries(encodings).map(([value, label]) => ({
            value,
            label: value === found ? `${label}, recognized` : label,
          }))}
          value={encoding}
          allowDeselect={false}
          onChange={(value) => value && setEncoding(value as Encoding)}
        />
        {isLossy && (
          <Alert color="red" role="alert">
            The file has characters that cannot be read in this encoding. Choose another one, or export the file again.
          </Alert>
        )}
        <Stack component="ul" aria-label="Columns" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {headings.map((heading, at) => (
            <Group key={at} component="li" gap="xs" justify="space-between">
              <Stack gap={0} flex="1 1 200px" miw={0}>
                <Text size="sm" fw={500} truncate>
                  {heading || `Column ${at + 1}`}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {samplesOf(lines, at)}
                </Text>
              </Stack>
              <Select
                w={{ base: '100%', xs: 220 }}
                aria-label={`Column ${heading || at + 1}`}
                data={TARGETS}
                value={targets[at]}
                allowDeselect={false}
                disabled={plain(heading) === ''}
                onChange={(value) => value && setChosen({ ...chosen, [plain(heading)]: value })}
              />
            </Group>
          ))}
        </Stack>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={submit} disabled={isLossy}>
            Import
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const samplesOf = (lines: string[][], at: number): string =>
  lines
    .map((cells) => cells[at] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, SAMPLES)
    .join(' · ') || 'Empty';
