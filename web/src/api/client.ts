import { toApiError } from './error';
import { client } from './generated/client.gen';

// An error before the request is one of the page, not of the connection.
client.interceptors.error.use((error, response, request: Request | undefined) =>
  request ? toApiError(error, response) : error,
);
