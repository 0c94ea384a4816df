import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from './brand';

interface AuthLayoutProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** Narrow centred layout of the pages before the portal, such as sign-in. */
export function AuthLayout({ title, subtitle, children }: AuthLayoutProps) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack gap="lg" w="100%" maw={360}>
        <Stack gap={4}>
          <Mark size={36} />
          <Title order={1} mt="sm">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {subtitle}
          </Text>
        </Stack>
        {children}
      </Stack>
    </Center>
  );
}
