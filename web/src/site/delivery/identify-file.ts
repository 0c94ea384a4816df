import { messageOf, toApiError } from '../../api/error';
import type { Identity, UnknownFile } from '../../api/generated/types.gen';
import { identify } from '../../lib/identify/identify';

/** Lets readers choose a file, or drop it anywhere on the page, and says which final it is. */
export function wireIdentify(): void {
  const section = document.querySelector<HTMLElement>('#identify');
  if (!section) return;
  const { ask: address = '' } = section.dataset;
  const find = <E extends Element = HTMLElement>(selector: string) => section.querySelector<E>(selector)!;
  const input = find<HTMLInputElement>('input');
  const status = find('[role=status]');
  const [name, said, cancel] = [find('strong'), find('[role=status] p'), find('button')];
  let running: AbortController | null = null;
  section.hidden = false;

  async function take(file: File): Promise<void> {
    running?.abort();
    const own = (running = new AbortController());
    const { signal } = own;
    const show = (...shown: (string | Node)[]) => signal.aborted || said.replaceChildren(...shown);
    name.textContent = file.name;
    busy(true);
    show('Reading the file');
    try {
      const found = await identify(file, { signal, onProgress: show, ask: (body) => ask(address, body, signal) });
      show(found.sentence, ...placeOf(found));
    } catch (error) {
      show(messageOf(error, 'The file could not be read or compared. Please try again.'));
    }
    if (running === own) busy(false);
  }

  /** Screen readers read the answer, and not each step before it. */
  function busy(isBusy: boolean): void {
    cancel.hidden = !isBusy;
    status.setAttribute('aria-busy', String(isBusy));
  }

  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void take(file);
  });
  cancel.addEventListener('click', () => {
    running?.abort();
    name.textContent = input.value = '';
    said.replaceChildren('Cancelled');
    busy(false);
    input.focus();
  });
  acceptDrops((file) => {
    section.scrollIntoView({ block: 'center' });
    void take(file);
  });
}

function acceptDrops(take: (file: File) => void): void {
  const mark = (isOver: boolean) => document.body.classList.toggle('dropping', isOver);
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && mark(false));
  document.addEventListener('drop', (event) => {
    mark(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}

/** Sends the checksums, never the file. @throws ApiError */
async function ask(address: string, file: UnknownFile, signal: AbortSignal): Promise<Identity> {
  const headers = { 'Content-Type': 'application/json' };
  const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(file), signal });
  const body: unknown = await reply.json().catch(() => null);
  if (!reply.ok) throw toApiError(body, reply);
  return (body as { data: Identity }).data;
}

/** A link to the final, if this page shows it. */
function placeOf({ fileId }: Identity): (string | Node)[] {
  if (fileId === null || !document.getElementById(`file-${fileId}`)) return [];
  const link = document.createElement('a');
  link.href = `#file-${fileId}`;
  link.textContent = 'Show it';
  return [' ', link];
}
