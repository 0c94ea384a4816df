import { Anchor, Box, Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, mailboxGetOptions } from '../../api';
import { formatBytes, formatDateTime } from '../../lib/format/format';
import { Failure } from '../../ui/failure';

type Form = 'html' | 'text';

/** One mail as its recipient sees it. */
export function MailView({ id, onBack }: { id: string; onBack: () => void }) {
  const [form, setForm] = useState<Form>('html');
  const {
    data: mail,
    isPending,
    isError,
    error,
    refetch,
  } = useQuery({ ...mailboxGetOptions({ path: { id } }), select: dataOf });
  if (isPending) return <Skeleton h={420} role="status" aria-label="Loading mail" />;
  if (isError) return <Failure title="The mail could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md">
      <Box hiddenFrom="md">
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={onBack}
        >
          All mail
        </Button>
      </Box>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box flex={1} miw={200}>
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {mail.subject}
          </Title>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {mail.from} → {mail.to}
          </Text>
          {mail.replyTo && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              Replies to {mail.replyTo}
            </Text>
          )}
          {mail.attachments.map(({ fileName, sizeBytes }) => (
            <Text key={fileName} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              Attached: {fileName}, {formatBytes(sizeBytes)}
            </Text>
          ))}
          <Text size="xs" c="dimmed">
            {formatDateTime(mail.keptAt)}
          </Text>
        </Box>
        <SegmentedControl
          size="xs"
          aria-label="Mail format"
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: 'Text' },
          ]}
          value={form}
          onChange={setForm}
        />
      </Group>
      <Paper withBorder style={{ overflow: 'hidden' }}>
        {form === 'html' ? <Preview html={mail.html} /> : <PlainText text={mail.text} />}
      </Paper>
    </Stack>
  );
}

/** Does not run scripts in the mail; links open in a new tab. */
function Preview({ html }: { html: string }) {
  return (
    <Box
      component="iframe"
      title="Mail"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      w="100%"
      h={640}
      bd={0}
      display="block"
    />
  );
}

function PlainText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return (
    <Text size="sm" p="md" ff="monospace" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <Anchor key={index} href={part} target="_blank" underline="always" inherit>
            {part}
          </Anchor>
        ) : (
          part
        ),
      )}
    </Text>
  );
}
