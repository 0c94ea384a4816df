import '../polyfills';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { mantineHtmlProps } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_FrameworkContext,
  useRouteError,
} from 'react-router';
import { installation, installationAttributes } from '../lib/installation';
import { colorSchemeScript, defaultThemeSettings } from '../lib/theme/theme-settings';
import siteStyles from '../site/site.css?url';
import { Failure } from '../ui/failure';
import { Loading } from '../ui/loading';
import { NotFound } from '../ui/not-found';
import { CANVAS } from '../ui/theme';
import { Themed } from '../ui/themed';
import { useIsPublic } from './is-public';
import portalStyles from './portal.css?url';
import { Providers } from './providers';

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
      data-application={isPublic ? undefined : 'true'}
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
        <script src="/floor.js" />
        {!isPublic && <script data-mantine-script dangerouslySetInnerHTML={{ __html: colorSchemeScript }} />}
        <link rel="stylesheet" href={isPublic ? siteStyles : portalStyles} />
        <Meta />
        <Links />
      </head>
      <body>
        {isPublic ? (
          <>
            <Themed settings={defaultThemeSettings} scheme="dark">
              {children}
            </Themed>
            <PageScript />
          </>
        ) : (
          <>
            <WithoutScript />
            <Providers>{children}</Providers>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

/** Only the entry script, without the scripts of the application. */
function PageScript() {
  const framework = useContext(UNSAFE_FrameworkContext);
  return <script type="module" src={framework?.manifest.entry.module} />;
}

/** Shown instead of the loading screen, which only a script can end. */
function WithoutScript() {
  return (
    <noscript>
      <style>{`
        [role=status] { display: none !important; }
        @media (prefers-color-scheme: dark) { body { background: ${CANVAS.dark}; color: #e6e8eb; } }
      `}</style>
      <div style={{ maxWidth: 480, margin: '0 auto', padding: '18vh 24px 24px', fontSize: 16, lineHeight: 1.5 }}>
        <h1 style={{ margin: '0 0 8px', fontSize: 24, lineHeight: 1.2 }}>JavaScript is switched off</h1>
        This page needs JavaScript. Allow it in the settings of your browser, then reload the page.
      </div>
    </noscript>
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
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main>
      {isMissing ? (
        <NotFound />
      ) : (
        <Failure
          title="Something went wrong on this page"
          level={1}
          error={error}
          onRetry={() => window.location.reload()}
        />
      )}
    </main>
  );
}
