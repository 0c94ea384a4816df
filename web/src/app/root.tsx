import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router';
import { installation, installationAttributes } from '../lib/installation';
import { colorSchemeScript } from '../lib/look';
import { Failure } from '../ui/failure';
import { Loading } from '../ui/loading';
import { NotFound } from '../ui/not-found';
import { useIsPublic } from './is-public';
import { Providers } from './providers';
import { CANVAS } from './theme';

export const meta = () => [{ title: installation.brand }];

export const links = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  { rel: 'preload', href: inter, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
];

export function Layout({ children }: { children: ReactNode }) {
  const isPublic = useIsPublic();
  return (
    <html
      lang="en"
      {...mantineHtmlProps}
      {...installationAttributes}
      data-mantine-color-scheme={isPublic ? 'dark' : 'light'}
      data-public={isPublic || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={isPublic ? CANVAS.dark : CANVAS.light}
        />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={CANVAS.dark} />
        {isPublic ? (
          <ColorSchemeScript forceColorScheme="dark" />
        ) : (
          <script data-mantine-script dangerouslySetInnerHTML={{ __html: colorSchemeScript }} />
        )}
        <Meta />
        <Links />
      </head>
      <body>
        <Providers isPublic={isPublic}>{children}</Providers>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function HydrateFallback() {
  return <Loading />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <Failure title="Something went wrong on this page" error={error} onRetry={() => window.location.reload()} />;
}
