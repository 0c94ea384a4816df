import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('../pages/landing.tsx'),
  route('sign-in', '../pages/sign-in.tsx'),
  route('sign-in/link/:token', '../pages/sign-in-link.tsx'),
  route('forgot-password', '../pages/forgot-password.tsx'),
  route('reset-password/:token', '../pages/reset-password.tsx'),
  route('setup', '../pages/setup.tsx'),
  route('invite/:token', '../pages/invite.tsx'),
  route('unsubscribe/:token', '../pages/unsubscribe.tsx'),
  layout('shell/signed-in.tsx', [
    route('app', '../pages/projects.tsx', { id: 'home' }),
    route('app/projects', '../pages/projects.tsx'),
    route('app/projects/overview', '../pages/project-overview.tsx'),
    route('app/projects/:projectId', '../pages/project.tsx'),
    route('app/projects/:projectId/tracks/:fileId', '../pages/track.tsx'),
    route('app/invoices', '../pages/invoices.tsx'),
    route('app/payment/:projectId', '../pages/payment.tsx'),
    route('app/notifications', '../pages/notifications.tsx'),
    route('app/dev/mailbox', '../pages/mailbox.tsx'),
    route('app/clients', '../pages/clients.tsx'),
    route('app/profile', '../pages/profile.tsx'),
    route('app/settings', '../pages/settings.tsx'),
    route('app/*', '../pages/not-found.tsx'),
  ]),
  route('*', '../pages/not-found.tsx', { id: 'not-found' }),
] satisfies RouteConfig;
