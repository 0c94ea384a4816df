import type { RequestHandler } from 'express';

/** For pages that only people with the link should find. */
export const noIndex: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  next();
};
