import { Alert, Button, Collapse, Group, Modal, ScrollArea, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { dataOf, stagingAcceptChecksMutation, type StagingFile, stagingListOptions } from '../../api';
import { stagingKeys } from '../../api/keys';
import { plural } from '../../lib/format/format';
import { placeLabel } from '../../lib/slots';
import { CheckList } from '../../ui/check-list';
import { FileName } from '../../ui/file-name';
import { type CheckGroup, checkGroupsOf } from './check-groups';

interface MasterChecksProps {
  projectId: string;
  /** Renders the button that plays a staged file. */
  play: (file: StagingFile) => ReactNode;
}

/** Findings of the checks of assigned masters by kind; they do not prevent a release. */
export function MasterChecks({ projectId, play }: MasterChecksProps) {
  const { data } = useQuery({ ...stagingListOptions({ path: { projectId } }), select: dataOf });
  const [accepting, setAccepting] = useState<CheckGroup | null>(null);
  const groups = checkGroupsOf(data?.stagingFiles ?? []);
  if (groups.length === 0) return null;
  const open = groups.filter(({ accepted }) => !accepted);
  const masters = new Set((open.length > 0 ? open : groups).flatMap(({ found }) => found.map(({ file }) => file.id)));
  return (
    <Alert
      color={open.length > 0 ? 'yellow' : 'gray'}
      icon={<IconAlertTriangle aria-hidden />}
      styles={{ body: { minWidth: 0 } }}
      title={
        open.length > 0
          ? `Checks found something about ${plural(masters.size, 'master')}`
          : `Checks of ${plural(masters.size, 'master')}: seen and accepted`
      }
    >
      <Stack gap="sm">
        <Text size="sm">For information only; none of this prevents a release.</Text>
        {groups.map((group) => (
          <KindOfFinding
            key={`${group.kind} ${group.accepted}`}
            {...{ projectId, group, play }}
            onAccept={() => setAccepting(group)}
          />
        ))}
      </Stack>
      <Modal opened={accepting !== null} onClose={() => setAccepting(null)} title="Accept what was found">
        {accepting && <AcceptForm projectId={projectId} group={accepting} onClose={() => setAccepting(null)} />}
      </Modal>
    </Alert>
  );
}

const titleOf = ({ kind, found }: CheckGroup) => `${kind}: ${plural(found.length, 'file')}`;

function useAccept(projectId: string, onSuccess?: () => void) {
  return useMutation({
    ...stagingAcceptChecksMutation(),
    onSuccess,
    meta: {
      invalidates: stagingKeys(projectId),
      failure: { title: 'Error', message: 'Failed to save that it was seen' },
    },
  });
}

const bodyOf = ({ code, found }: CheckGroup) => ({ code, fileIds: found.map(({ file }) => file.id) });

interface GroupProps extends MasterChecksProps {
  group: CheckGroup;
  onAccept: () => void;
}

function KindOfFinding({ projectId, group, play, onAccept }: GroupProps) {
  const { accepted, found, threshold } = group;
  const id = useId();
  const [opened, { toggle }] = useDisclosure(false);
  const { mutate, isPending } = useAccept(projectId);
  const title = titleOf(group);
  return (
    <section aria-label={`${title}${accepted ? ', accepted' : ''}`}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs" wrap="nowrap" miw={0} flex="1 1 220px" align="flex-start">
          {accepted && (
            <IconCircleCheck size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} color="currentColor" />
          )}
          <div>
            <Text size="sm" fw={500} c={accepted ? 'dimmed' : undefined}>
              {title}
            </Text>
            <Text size="xs" c="dimmed">
              Expected: {threshold}
              {accepted && acceptanceOf(group)}
            </Text>
          </div>
        </Group>
        <Group gap={6}>
          <Button size="compact-sm" variant="subtle" aria-expanded={opened} aria-controls={id} onClick={toggle}>
            {opened ? 'Hide files' : 'Show files'}
          </Button>
          {accepted ? (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={isPending}
              aria-label={`Take back: ${title}`}
              onClick={() => mutate({ path: { projectId }, body: { ...bodyOf(group), accepted: false } })}
            >
              Take back
            </Button>
          ) : (
            <Button size="compact-sm" variant="default" aria-label={`Accept: ${title}`} onClick={onAccept}>
              Accept…
            </Button>
          )}
        </Group>
      </Group>
      <Collapse expanded={opened} id={id}>
        <ScrollArea.Autosize mah={280} mt={6}>
          <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {found.map(({ file, check }) => (
              <li key={file.id}>
                <Group gap="xs" wrap="nowrap" mb={2}>
                  {file.analysis.hasPreview && play(file)}
                  <FileName name={file.originalName} fw={500} />
                  {file.assignment && (
                    <Text size="xs" c="dimmed" flex="none">
                      {placeLabel(file.assignment)}
                    </Text>
                  )}
                </Group>
                <CheckList checks={[check]} />
              </li>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Collapse>
    </section>
  );
}

/** ' · Accepted by Ada: The client wants it loud', while all files of the group say the same. */
function acceptanceOf({ found }: CheckGroup): string {
  const by = new Set(found.map(({ check }) => check.accepted?.userName));
  const reasons = new Set(found.map(({ check }) => check.accepted?.reason ?? ''));
  const [reason] = reasons;
  return ` · Accepted by ${[...by].join(', ')}${reasons.size === 1 && reason ? `: ${reason}` : ''}`;
}

function AcceptForm({ projectId, group, onClose }: { projectId: string; group: CheckGroup; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { mutate, isPending } = useAccept(projectId, onClose);
  function submit(event: FormEvent) {
    event.preventDefault();
    mutate({ path: { projectId }, body: { ...bodyOf(group), accepted: true, reason: reason || null } });
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" fw={500}>
          {titleOf(group)}
        </Text>
        <Textarea
          label="Reason"
          description="Shown with the file and in the report."
          placeholder="Approved by the client at this level"
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Accept
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
