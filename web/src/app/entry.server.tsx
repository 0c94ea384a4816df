import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { RendersShell } from './is-public';

/** Runs at build time only, and renders the prerendered pages and the shell of the single-page app completely. */
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
