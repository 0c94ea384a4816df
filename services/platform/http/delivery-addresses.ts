import type { RequestHandler } from 'express';

/** Leads the addresses of delivery pages (`/d/…`), which the API renders, to their routes. */
export const deliveryAddresses: RequestHandler = (request, _response, next) => {
  if (/^\/d\/[^/?]/.test(request.url)) request.url = `/api/deliveries${request.url.slice(2)}`;
  next();
};
