import { Box, Button, EmptyState, Flex, Group, Paper, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { mailboxListInfiniteOptions, type MailSummary } from '../../api';
import { formatAge } from '../../lib/format/format';
import { Failure } from '../../ui/failure';
import { MailView } from './mail-view';

const POLL_MS = 5_000;

/** Mail that this installation keeps instead of sending; the open mail is in the URL. */
export function Mailbox() {
  const [params, setParams] = useSearchParams();
  const chosen = params.get('mail');
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      ...mailboxListInfiniteOptions({ query: { limit: 50 } }),
      initialPageParam: {},
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: POLL_MS,
    },
  );
  if (isPending) {
    return (
      <Stack gap="sm" role="status" aria-label="Loading mail">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} h={52} />
        ))}
      </Stack>
    );
  }
  if (isError) return <Failure title="Failed to load mail" error={error} onRetry={() => void refetch()} />;
  const mails = data.pages.flatMap((page) => page.data);
  if (mails.length === 0) {
    return (
      <EmptyState
        py="xl"
        icon={<IconMail stroke={1.5} aria-hidden />}
        title="No mail yet"
        description="In Dev Mode mail is kept here instead of being sent, unless SMTP_URL names a server."
      />
    );
  }
  const open = (mail: string) => setParams({ mail }, { preventScrollReset: true });
  return (
    <Flex direction={{ base: 'column', md: 'row' }} gap="lg" align={{ base: 'stretch', md: 'flex-start' }}>
      <Stack
        gap="sm"
        w={{ base: '100%', md: 360 }}
        flex="none"
        display={{ base: chosen ? 'none' : 'flex', md: 'flex' }}
      >
        <Stack component="ul" aria-label="Mails" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {mails.map((mail) => (
            <Row key={mail.id} mail={mail} chosen={mail.id === chosen} onOpen={() => open(mail.id)} />
          ))}
        </Stack>
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        )}
      </Stack>
      <Box flex={1} miw={0} display={{ base: chosen ? 'block' : 'none', md: 'block' }}>
        {chosen ? (
          <MailView id={chosen} onBack={() => setParams({})} />
        ) : (
          <Paper withBorder p="xl">
            <EmptyState icon={<IconMail stroke={1.5} aria-hidden />} description="Choose a mail to read it." />
          </Paper>
        )}
      </Box>
    </Flex>
  );
}

interface RowProps {
  mail: MailSummary;
  chosen: boolean;
  onOpen: () => void;
}

function Row({ mail: { subject, to, keptAt }, chosen, onOpen }: RowProps) {
  return (
    <li>
      <UnstyledButton
        w="100%"
        p="xs"
        bdrs="sm"
        aria-current={chosen ? 'true' : undefined}
        bg={chosen ? 'var(--mantine-primary-color-light)' : undefined}
        onClick={onOpen}
      >
        <Text size="sm" fw={500} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Text size="xs" c="dimmed" truncate>
            {to}
          </Text>
          <Text size="xs" c="dimmed" flex="none">
            {formatAge(keptAt)}
          </Text>
        </Group>
      </UnstyledButton>
    </li>
  );
}
