import { rm } from 'node:fs/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ByteSource } from '../../audio-headers/byte-source.js';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { copyRefusal } from '../../platform/audio/read/check-copy.js';
import { AudioRunner } from '../../platform/audio/runner.js';
import { makeTemporaryFolder } from '../../platform/temporary-folders.js';

/** Opens tagged copies with FFmpeg before they are sent or count as proven. */
@Injectable()
export class CopyReader implements OnApplicationShutdown {
  private readonly runner = new AudioRunner();

  async onApplicationShutdown(): Promise<void> {
    await this.runner.close();
  }

  /** Why a copy with that many bytes before its sound is refused, as `copyRefusal` says. @throws AudioError */
  async refusal(copy: ByteSource, container: AudioContainer, headBytes: number): Promise<string | null> {
    const folder = await makeTemporaryFolder('copy');
    try {
      return await copyRefusal({ copy, container, headBytes }, folder, (path) => this.runner.openPlainly(path));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
