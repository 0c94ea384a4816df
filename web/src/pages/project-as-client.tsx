import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Project } from '../api';
import { ProjectStatusBadge } from '../ui/status-badge';

interface ProjectAsClientProps {
  project: Project;
  /** The record as the client sees it. */
  children: ReactNode;
}

/** For engineers: the record of a project as its client sees it. Nothing in it can be changed. */
export function ProjectAsClient({ project, children }: ProjectAsClientProps) {
  return (
    <Stack gap="lg">
      <Alert color="blue" variant="filled" icon={<IconEye aria-hidden />} py="xs" styles={{ body: { width: '100%' } }}>
        <Group justify="space-between" gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            You see the record as {project.client_name} does. Nothing can be changed here.
          </Text>
          <Button component={Link} to={`/app/projects/${project.id}?tab=files`} variant="white" size="xs">
            Back to your view
          </Button>
        </Group>
      </Alert>
      <Group gap="sm">
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {project.title}
        </Title>
        <ProjectStatusBadge status={project.status} />
      </Group>
      {children}
    </Stack>
  );
}
