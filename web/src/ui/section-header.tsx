import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionHeaderProps {
  id: string;
  title: string;
  subtitle?: string;
  /** Actions at the right. */
  children?: ReactNode;
}

export function SectionHeader({ id, title, subtitle, children }: SectionHeaderProps) {
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        {subtitle && (
          <Text size="sm" c="dimmed">
            {subtitle}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
