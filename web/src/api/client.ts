import { toApiError } from './error';
import { client } from './generated/client.gen';

client.interceptors.error.use((error, response) => toApiError(error, response));
