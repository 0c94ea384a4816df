import { Box, Button, Checkbox, Group, Modal, NumberInput, Spoiler, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type TrackProposalsListResponse, tracksCreateManyMutation } from '../../api';
import { stagingKeys } from '../../api/keys';
import { plural } from '../../lib/format/format';
import { focusFirstError } from '../../lib/forms/focus-first-error';
import { FileName } from '../../ui/file-name';
import { useWiderThan } from '../../ui/use-wider-than';
import { errorsOf, type ProposalRow, rowsOf, tracksOf } from './proposal-rows';

interface ProposalsModalProps {
  opened: boolean;
  projectId: string;
  proposals: TrackProposalsListResponse['data'];
  /** Names of staged files by id. */
  names: ReadonlyMap<string, string>;
  /** Numbers of existing tracks. */
  taken: ReadonlySet<number>;
  /** As in `ProposeTracks`. */
  listenTo: (fileId: string, name: string, together: string[]) => ReactNode;
  onClose: () => void;
}

/** Review of proposed tracks: selection, numbers and titles. Creates all selected ones at once. */
export function ProposalsModal({ opened, onClose, ...rest }: ProposalsModalProps) {
  const wide = useWiderThan('sm');
  return (
    <Modal opened={opened} onClose={onClose} title="Create tracks from these files" size={760} fullScreen={!wide}>
      <ProposalsForm wide={wide} onClose={onClose} {...rest} />
    </Modal>
  );
}

interface ProposalsFormProps extends Omit<ProposalsModalProps, 'opened'> {
  wide: boolean;
}

function ProposalsForm({ wide, projectId, proposals, names, taken, listenTo, onClose }: ProposalsFormProps) {
  const form = useForm<{ rows: ProposalRow[] }>({
    initialValues: { rows: rowsOf(proposals.tracks, names) },
    validate: ({ rows }) => errorsOf(rows, taken),
  });
  const { rows } = form.values;
  const chosen = rows.filter((row) => row.chosen).length;
  const create = useMutation({
    ...tracksCreateManyMutation(),
    meta: {
      invalidates: stagingKeys(projectId),
      success: { title: 'Tracks Created', message: `${plural(chosen, 'track')} created with default slots` },
      failure: { title: 'Error', message: 'Failed to create tracks' },
    },
  });
  const submit = form.onSubmit(
    (values) => create.mutate({ path: { projectId }, body: { tracks: tracksOf(values.rows) } }, { onSuccess: onClose }),
    focusFirstError(form),
  );
  const chooseAll = (all: boolean) =>
    form.setFieldValue(
      'rows',
      rows.map((row) => ({ ...row, chosen: all })),
    );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Read from the names and tags of the files in staging. No tracks are created until you confirm.
        </Text>
        <Checkbox
          label={`${chosen} of ${plural(rows.length, 'track')} chosen`}
          checked={chosen === rows.length}
          indeterminate={chosen > 0 && chosen < rows.length}
          onChange={(event) => chooseAll(event.currentTarget.checked)}
          data-autofocus
        />
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {rows.map((row, index) => (
            <Box
              component="li"
              key={index}
              py="xs"
              style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
            >
              <Group gap="xs" align="flex-start" wrap="nowrap">
                <Checkbox
                  mt={8}
                  aria-label={`Create track ${row.trackNumber}, ${row.title || 'without a title'}`}
                  {...form.getInputProps(`rows.${index}.chosen`, { type: 'checkbox' })}
                />
                <Stack gap={4} flex={1} miw={0}>
                  <Group gap="xs" align="flex-start">
                    <NumberInput
                      aria-label="Track number"
                      hideControls
                      min={1}
                      max={9999}
                      allowDecimal={false}
                      w={64}
                      disabled={!row.chosen}
                      {...form.getInputProps(`rows.${index}.trackNumber`)}
                    />
                    <TextInput
                      aria-label="Title"
                      placeholder="Title"
                      flex={1}
                      miw={160}
                      disabled={!row.chosen}
                      {...form.getInputProps(`rows.${index}.title`)}
                    />
                    <TextInput
                      aria-label="ISRC"
                      placeholder="ISRC (optional)"
                      w={wide ? 170 : '100%'}
                      disabled={!row.chosen}
                      {...form.getInputProps(`rows.${index}.isrc`)}
                    />
                  </Group>
                  <ProposedFiles files={row.files} listenTo={listenTo} />
                  {row.doubts.length > 0 && (
                    <Text size="xs" c="yellow">
                      {row.doubts.join('. ')}
                    </Text>
                  )}
                </Stack>
              </Group>
            </Box>
          ))}
        </Stack>
        {proposals.leftOut.length > 0 && <LeftOut files={proposals.leftOut} names={names} />}
        <Group
          justify="flex-end"
          gap="sm"
          pos="sticky"
          bottom={0}
          py="xs"
          bg="var(--mantine-color-default)"
          style={{ zIndex: 1 }}
        >
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen === 0} loading={create.isPending}>
            Create {plural(chosen, 'Track')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The files of a proposed track, each with its play button. */
function ProposedFiles({ files, listenTo }: Pick<ProposalRow, 'files'> & Pick<ProposalsModalProps, 'listenTo'>) {
  const together = files.map(({ id }) => id);
  return (
    <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {files.map(({ id, name }) => (
        <Group key={id} component="li" gap={2} wrap="nowrap" miw={0} maw="100%">
          {listenTo(id, name, together)}
          <FileName name={name} size="xs" c="dimmed" />
        </Group>
      ))}
    </Group>
  );
}

function LeftOut({
  files,
  names,
}: {
  files: TrackProposalsListResponse['data']['leftOut'];
  names: ReadonlyMap<string, string>;
}) {
  return (
    <Box>
      <Text size="sm" fw={500} mb={4}>
        {plural(files.length, 'file')} in no track
      </Text>
      <Spoiler maxHeight={60} showLabel="Show all" hideLabel="Show fewer">
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
          {files.map(({ fileId, why }) => (
            <Text component="li" key={fileId} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {names.get(fileId)}: {why.charAt(0).toLowerCase() + why.slice(1)}
            </Text>
          ))}
        </Stack>
      </Spoiler>
    </Box>
  );
}
