import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { RendersShell } from './is-public';

/** Renders at build time only: the prerendered pages and the shell of the single-page app, each when it is whole. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const html = await renderToReadableStream(
    <RendersShell value={context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </RendersShell>,
  );
  await html.allReady;
  headers.set('Content-Type', 'text/html');
  return new Response(html, { status, headers });
}
