import { Center, Loader, Stack, Text } from '@mantine/core';

/** Full-screen indicator until the application and its user are known. */
export function Loading({ detail = 'Initializing application' }: { detail?: string }) {
  return (
    <Center mih="100dvh" role="status">
      <Stack align="center" gap={4}>
        <Loader size="sm" mb="sm" aria-hidden />
        <Text fw={500}>Loading...</Text>
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      </Stack>
    </Center>
  );
}
