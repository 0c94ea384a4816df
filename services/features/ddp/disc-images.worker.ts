import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { freeBuffer } from '../../platform/storage/free-memory.js';
import { Storage } from '../../platform/storage/storage.js';
import { StudioShares } from '../audio/studio-shares.service.js';
import { Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { discImageWanted } from './ddp.events.js';
import { DiscImage } from './disc-image.entity.js';
import { discsOf } from './discs.lib.js';
import { type Piece, readPieces, totalBytes } from './pieces.lib.js';

type ImageRequest = z.output<typeof discImageWanted.schema>;

/** Reads the image of a disc once for its checksums. */
@Injectable()
export class DiscImagesWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly shares: StudioShares,
  ) {}

  @On(discImageWanted, { queue: 'analysis', retries: 2, onExhausted: 'giveUp' })
  read(wanted: ImageRequest, context: HandlerContext): Promise<void> {
    return this.shares.run(wanted, () => this.digest(wanted, context));
  }

  private async digest({ projectId, disc: number, key }: ImageRequest, context: HandlerContext): Promise<void> {
    const { manager } = this.database;
    const project = await manager.findOneBy(Project, { id: projectId });
    const wanted = await manager.findOneBy(DiscImage, unfinishedAt(key));
    if (!project || !wanted) return;
    const discs = await discsOf(manager, this.storage, project);
    const made = discs.find((disc) => disc.number === number)?.made;
    // The album or a master has changed since: no one can download this image any more.
    const isCurrent = made?.imageKey === key;
    const digests = isCurrent ? await digestsOf(this.storage, made.image) : null;
    await context.commit(async (tx) => {
      if (digests) await tx.manager.update(DiscImage, unfinishedAt(key), { ...digests, state: 'ready', error: null });
      else await tx.manager.delete(DiscImage, unfinishedAt(key));
      publishProjectChange(tx, project, 'files');
    });
  }

  async giveUp({ key }: ImageRequest, _error: Error, tx: Tx): Promise<void> {
    const error = 'The masters could not be read. Please try again.';
    await tx.manager.update(DiscImage, { key, state: 'reading' }, { state: 'failed', error });
  }
}

/** Also after it was given up, because an operator may retry its job. */
const unfinishedAt = (key: string) => ({ key, state: Not('ready' as const) });

async function digestsOf(storage: Storage, pieces: readonly Piece[]): Promise<{ md5: string; crc32: number }> {
  const md5 = createHash('md5');
  let crc = 0;
  for await (const chunk of await readPieces(storage, pieces, { start: 0, end: totalBytes(pieces) - 1 })) {
    md5.update(chunk);
    crc = crc32(chunk, crc);
    freeBuffer(chunk);
  }
  return { md5: md5.digest('hex'), crc32: crc };
}
