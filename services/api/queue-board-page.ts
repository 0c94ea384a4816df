import type { NextFunction, Request, Response } from 'express';

/** The icons of an operator's actions on a job: retry it, run it now, or dismiss it. */
const MAY = ['refresh-cw', 'corner-up-left', 'trash-2'];
/** The icons of a queue's actions that add or remove jobs, or change how they run. */
const MAY_NOT = ['plus', 'chart-no-axes-gantt', 'gauge', 'trash-2', 'ban'];

const icons = (names: string[]) => `:has(${names.map((name) => `.lucide-${name}`).join(', ')})`;

/**
 * Hides the actions that `lookAndRetry` refuses: the dashboard's own setting can only hide none of them, or the retries
 * as well.
 */
const STYLE = `<style>
  [class^=jobActions] li:not(${icons(MAY)}),
  [class^=queueActions] li${icons(MAY_NOT)},
  [role=menuitem]${icons(MAY_NOT)},
  [class^=actionsCell] { display: none; }
</style>`;

/** A stylesheet from another origin, which the portal's policy refuses. */
const FOREIGN_FONTS = /<link[^>]*\shref="https:[^>]*>/g;

/** The page's own files, relative to its base, which the portal's policy ignores. */
const OWN_FILES = /(\s(?:src|href)=")(?=static\/)/g;

/** Sends the dashboard's page without the parts that do not work in it. */
export function tidyBoardPage(_request: Request, response: Response, next: NextFunction): void {
  const send = response.send.bind(response);
  response.send = (body: unknown) =>
    send(
      typeof body === 'string' && body.startsWith('<!DOCTYPE html>')
        ? body
            .replace(FOREIGN_FONTS, '')
            .replace(OWN_FILES, `$1${/<base href="([^"]*)"/.exec(body)?.[1] ?? ''}`)
            .replace('</head>', `${STYLE}</head>`)
        : body,
    );
  next();
}
