import { stagingRegister, stagingUploadUrls, type StagingUploadTicket } from '../../api';
import { ApiError, messageOf } from '../../lib/error';
import { TransferError, type UploadSource, type UploadTransport } from '../../lib/upload-queue';

const RENEW = [401, 403, 404, 410];
const FORBIDDEN_HEADERS = ['content-length', 'host'];

/** Sends staged files to the addresses that the API signs, and registers them with the project. */
export function stagingTransport(
  projectId: string,
  onRegistered: (stagingFileIds: string[]) => void,
): UploadTransport<StagingUploadTicket> {
  const path = { projectId };
  return {
    tickets: async (sources) => {
      const files = sources.map(({ file, folder }) => ({
        originalName: file.name, sizeBytes: file.size, contentType: file.type, folder,
      }));
      const reply = await asked(stagingUploadUrls({ path, body: { files }, throwOnError: true }));
      return reply.data.data.uploads;
    },
    send,
    register: async (stored) => {
      const files = stored.map(({ ticket, source }) => registration(ticket, source));
      try {
        const { data } = (await asked(stagingRegister({ path, body: { files }, throwOnError: true }))).data;
        onRegistered(data.stagingFiles.map(({ id }) => id));
        return refusalsOf(files, data.rejected);
      } catch (error) {
        const rejected = rejectedIn(error);
        if (!rejected) throw error;
        return refusalsOf(files, rejected);
      }
    },
  };
}

interface Rejected {
  r2Key: string;
  message: string;
}

function registration({ fileName, r2Key }: StagingUploadTicket, { file }: UploadSource) {
  return { fileName, originalName: file.name, r2Key, sizeBytes: file.size };
}

function refusalsOf(files: { r2Key: string }[], rejected: Rejected[]): (string | null)[] {
  const messages = new Map(rejected.map(({ r2Key, message }) => [r2Key, message]));
  return files.map(({ r2Key }) => messages.get(r2Key) ?? null);
}

/** The answer 422 means that no file was good; its details name each. */
function rejectedIn(error: unknown): Rejected[] | null {
  if (!(error instanceof Refusal)) return null;
  const { rejected } = (error.details ?? {}) as { rejected?: Rejected[] };
  return Array.isArray(rejected) ? rejected : null;
}

class Refusal extends TransferError {
  constructor(message: string, readonly details: unknown) {
    super(message, 'give_up');
  }
}

/** Marks what the API refuses for good, so that only broken connections and busy servers are asked again. */
async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const lasting = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    if (lasting) throw new Refusal(error.message, error.details);
    throw new TransferError(messageOf(error, 'Failed to upload files'), 'retry');
  }
}

const send: UploadTransport<StagingUploadTicket>['send'] = (ticket, file, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (message: string, remedy: TransferError['remedy']) => reject(new TransferError(message, remedy));
    request.upload.onprogress = (event) => onProgress(Math.min(event.loaded, file.size));
    request.onload = () => {
      const { status } = request;
      if (status >= 200 && status < 300) return resolve();
      const message = `The store answered ${status}`;
      if (RENEW.includes(status)) return fail(message, 'renew');
      fail(message, status >= 500 || status === 408 || status === 429 ? 'retry' : 'give_up');
    };
    request.onerror = () => fail('Network error: Unable to connect to server', 'retry');
    request.onabort = () => fail('Cancelled', 'give_up');
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open(ticket.method, ticket.uploadUrl);
    for (const [name, value] of Object.entries(ticket.headers)) {
      if (!FORBIDDEN_HEADERS.includes(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.send(file);
  });
