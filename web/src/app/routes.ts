import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('../pages/landing.tsx'),
  route('sign-in', '../pages/sign-in.tsx'),
  route('setup', '../pages/setup.tsx'),
  layout('shell/signed-in.tsx', [
    route('app', '../pages/projects.tsx', { id: 'home' }),
    route('app/projects', '../pages/projects.tsx'),
    route('app/projects/overview', '../pages/project-overview.tsx'),
    route('app/projects/:projectId', '../pages/project.tsx'),
    route('app/notifications', '../pages/notifications.tsx'),
    route('app/*', '../pages/not-found.tsx'),
  ]),
  route('*', '../pages/not-found.tsx', { id: 'not-found' }),
] satisfies RouteConfig;
