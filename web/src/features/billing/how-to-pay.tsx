import { Anchor, Box, Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Invoice } from '../../api';
import { pdfOf } from './invoice-actions';

/** For clients when the portal does not take payments itself: the studio's payment instructions. */
export function HowToPay({ invoice }: { invoice: Invoice }) {
  const { id, number, projectId, paymentInstructions: instructions } = invoice;
  return (
    <Stack gap="md">
      {instructions ? (
        <Box component="section" aria-label="How to pay">
          <Text size="sm" c="dimmed" mb={4}>
            How to pay
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {instructions}
          </Text>
        </Box>
      ) : (
        <Text size="sm">
          Your engineer has not added payment instructions yet.{' '}
          <Anchor component={Link} to={`/app/projects/${projectId}`} size="sm" underline="always">
            Ask in a comment
          </Anchor>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {instructions && `Give “Invoice #${number}” as the reference. `}The final files unlock when your engineer has
        received the payment.
      </Text>
      <Button
        component="a"
        href={pdfOf(id)}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
      >
        Download invoice
      </Button>
    </Stack>
  );
}
