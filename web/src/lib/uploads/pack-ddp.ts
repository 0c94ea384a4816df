import type { DdpFolder } from './acceptance';
import type { UploadSource } from './upload-types';

export interface PackRequest {
  /** Path in the archive and file. */
  files: { name: string; file: File }[];
}

/**
 * Packs the folder of a DDP into one ZIP without compression. The bytes stay on the disk: the archive refers to the
 * files. Only their checksums are read, in a worker.
 * @throws if a file cannot be read
 */
export async function packDdp({ folder, sources }: DdpFolder): Promise<UploadSource> {
  const name = folder.split('/').at(-1)!;
  const files = sources.map(({ file, folder: own }) => ({
    name: [own?.slice(folder.length + 1), file.name].filter(Boolean).join('/'),
    file,
  }));
  files.sort((one, other) => (one.name < other.name ? -1 : 1));
  const archive = await inWorker({ files });
  // The same folder gives the same file again, so that a resumed upload recognises it.
  const lastModified = Math.max(...sources.map(({ file }) => file.lastModified));
  return { file: new File([archive], `${name}.zip`, { type: 'application/zip', lastModified }), folder: null };
}

function inWorker(request: PackRequest): Promise<Blob> {
  const worker = new Worker(new URL('./pack.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | { error: string }>) =>
      data instanceof Blob ? resolve(data) : reject(new Error(data.error));
    worker.onerror = () => reject(new Error('The folder cannot be packed'));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
