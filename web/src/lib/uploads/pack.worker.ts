import '../../polyfills';
import { packed } from './pack';
import type { PackRequest } from './pack-ddp';

/** Replies with the archive, or with the reason why there is none. */
self.onmessage = async ({ data: { files } }: MessageEvent<PackRequest>) => {
  self.postMessage(await packed(files).catch((error: unknown) => ({ error: String(error) })));
};
