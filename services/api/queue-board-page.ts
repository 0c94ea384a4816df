import type { NextFunction, Request, Response } from 'express';

/** The icons of what an operator may do with a job: retry it, run it now, or dismiss it. */
const MAY = ['refresh-cw', 'corner-up-left', 'trash-2'];
/** Those of a queue's menu that make jobs up, throw them away or change how they are run. */
const MAY_NOT = ['plus', 'chart-no-axes-gantt', 'gauge', 'trash-2', 'ban'];

const icons = (names: string[]) => `:has(${names.map((name) => `.lucide-${name}`).join(', ')})`;

/** Hides what `lookAndRetry` refuses: the dashboard can only be told to hide either nothing or the retries too. */
const STYLE = `<style>
  [class^=jobActions] li:not(${icons(MAY)}),
  [class^=queueActions] li${icons(MAY_NOT)},
  [role=menuitem]${icons(MAY_NOT)},
  [class^=actionsCell] { display: none; }
</style>`;

/** A stylesheet from elsewhere, which the portal's policy refuses. */
const FOREIGN_FONTS = /<link[^>]*\shref="https:[^>]*>/g;

/** Sends the dashboard's page without what does not work in it. */
export function tidyBoardPage(_request: Request, response: Response, next: NextFunction): void {
  const send = response.send.bind(response);
  response.send = (body: unknown) =>
    send(
      typeof body === 'string' && body.startsWith('<!DOCTYPE html>')
        ? body.replace(FOREIGN_FONTS, '').replace('</head>', `${STYLE}</head>`)
        : body,
    );
  next();
}
