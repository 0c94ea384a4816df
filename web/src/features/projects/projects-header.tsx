import { Group, Tabs, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

const VIEWS = [
  { value: 'all', label: 'All projects', to: '/app/projects' },
  { value: 'overview', label: 'Overview', to: '/app/projects/overview' },
] as const;

/** Title of the projects page and its two views. */
export function ProjectsHeader({ view, children }: { view: (typeof VIEWS)[number]['value']; children?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <>
      <Group justify="space-between" mih={32}>
        <Title order={1}>Projects</Title>
        {children}
      </Group>
      <Tabs value={view} onChange={(value) => void navigate(VIEWS.find((each) => each.value === value)!.to)}>
        <Tabs.List>
          {VIEWS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    </>
  );
}
