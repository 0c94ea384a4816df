import { ActionIcon, Badge, Button, EmptyState, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArrowRight, IconSchool, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type Convention, conventionsDismissMutation, conventionsListInfiniteOptions } from '../../api';
import { conventionKeys } from '../../api/keys';
import { formatAge } from '../../lib/format/format';
import { slotKinds } from '../../lib/slots';
import { Failure } from '../../ui/failure';
import { FileName } from '../../ui/file-name';
import { countsOf, ruleStrength } from './rule-strength';

/** The studio's naming rules, most recently used first, with their evidence. */
export function ConventionList() {
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      ...conventionsListInfiniteOptions(),
      initialPageParam: {},
      getNextPageParam: (page) => page.nextCursor,
    },
  );
  if (isPending) {
    return (
      <Stack gap="sm" role="status" aria-label="Loading rules">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} h={64} />
        ))}
      </Stack>
    );
  }
  if (isError) return <Failure title="Failed to load the rules" error={error} onRetry={() => void refetch()} />;
  const conventions = data.pages.flatMap((page) => page.data);
  if (conventions.length === 0) {
    return (
      <EmptyState py="xl">
        <EmptyState.Indicator>
          <IconSchool size={36} stroke={1.5} aria-hidden />
        </EmptyState.Indicator>
        <EmptyState.Title order={3}>Nothing yet</EmptyState.Title>
        <EmptyState.Description>
          Put a file into another slot than the suggested one, and the words of its name that nobody else uses, such as
          “M2” or “TLK”, are remembered here with what they mean in your studio.
        </EmptyState.Description>
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        What words in your file names and file formats mean, learnt from where you put the files. They count in every
        suggestion: one file is a hint, two decide. An answer to a question decides at once.
      </Text>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {conventions.map((convention) => (
          <Row key={convention.id} convention={convention} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" mx="auto" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </Stack>
  );
}

function Row({ convention }: { convention: Convention }) {
  const { id, token, slotType, examples, lastUsed } = convention;
  const { label, Icon } = slotKinds[slotType];
  const belief = ruleStrength(convention);
  const dismiss = useMutation({
    ...conventionsDismissMutation(),
    meta: {
      invalidates: conventionKeys(),
      success: { title: 'Rule Deleted', message: `“${token}” no longer means ${label}` },
      failure: { title: 'Error', message: 'Failed to delete the rule' },
    },
  });
  function ask() {
    modals.openConfirmModal({
      title: `Delete “${token}” → ${label}?`,
      children: (
        <Text size="sm">
          It no longer counts in the suggestions of any project. Assigned files stay where they are. If you correct
          suggestions in this way again, it is learnt again.
        </Text>
      ),
      labels: { confirm: 'Delete rule', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => dismiss.mutate({ path: { id } }),
    });
  }
  return (
    <Group
      component="li"
      py="sm"
      gap="sm"
      wrap="nowrap"
      align="flex-start"
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <Stack gap={4} flex={1} miw={0}>
        <Group gap={8}>
          <Text size="sm" ff="monospace" fw={700} style={{ overflowWrap: 'anywhere' }}>
            {token}
          </Text>
          <IconArrowRight size={14} color="var(--mantine-color-dimmed)" aria-label="means" />
          <Group gap={6} wrap="nowrap">
            <Icon size={16} aria-hidden />
            <Text size="sm" fw={500}>
              {label}
            </Text>
          </Group>
          <Tooltip label={belief.meaning} multiline maw={260}>
            <Badge color={belief.color} tabIndex={0} aria-label={`${belief.label}: ${belief.meaning}`}>
              {belief.label}
            </Badge>
          </Tooltip>
        </Group>
        <Text size="xs" c="dimmed">
          {countsOf(convention)} · last used {formatAge(lastUsed)}
        </Text>
        {examples.map((name, index) => (
          <FileName key={index} name={name} size="xs" c="dimmed" />
        ))}
      </Stack>
      <Tooltip label="Delete rule">
        <ActionIcon
          size={32}
          loading={dismiss.isPending}
          aria-label={`Delete the rule ${token} means ${label}`}
          onClick={ask}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
