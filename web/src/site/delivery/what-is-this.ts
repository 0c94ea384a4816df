import type { Identity, UnknownFile } from '../../api/generated/types.gen';
import { identify, STAYS_HERE } from '../../lib/identify/identify';

/** Says what any file is that is dropped on the page or chosen. */
export function whatIsThisFile(): void {
  const section = document.getElementById('identify');
  const input = section?.querySelector('input');
  const answer = section?.querySelector('[role=status]');
  if (!section || !input || !answer) return;
  section.hidden = false;
  section.querySelector('[data-privacy]')!.textContent = STAYS_HERE;
  let running: AbortController | undefined;

  async function ask(body: UnknownFile, signal: AbortSignal): Promise<Identity> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(section!.dataset.address!, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    });
    const reply = (await response.json()) as { data?: Identity; error?: string };
    if (!reply.data) throw new Error(response.status < 500 ? reply.error : undefined);
    return reply.data;
  }

  async function take(file: File): Promise<void> {
    running?.abort();
    const { signal } = (running = new AbortController());
    const say = (text: string) => {
      if (!signal.aborted) answer!.textContent = `${file.name}: ${text}`;
    };
    section!.scrollIntoView({ block: 'nearest' });
    try {
      say('Reading the file');
      say((await identify(file, { ask, onProgress: say, signal })).sentence);
    } catch (error) {
      say((error instanceof Error && error.message) || 'It could not be read or compared. Please try again.');
    }
  }

  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void take(file);
  });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void take(file);
  });
}
