import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { objectSource } from '../../platform/storage/object-source.js';
import { isNotFound, Storage } from '../../platform/storage/storage.js';
import { Audio } from '../audio/audio.entity.js';
import { Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { deliverableStaged } from '../staged-files/deliverables.events.js';
import { readAdm } from './adm.js';
import type { AtmosReading } from './readings.schema.js';
import { saveReading } from './readings.writes.js';

/** Reads what the checks of deliverables need beyond the analysis. */
@Injectable()
export class DeliverablesWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
  ) {}

  @On(deliverableStaged, { queue: 'probe', retries: 2 })
  async staged(
    { audioId, projectId, kind }: { audioId: string; projectId: string; kind: string },
    context: HandlerContext,
  ): Promise<void> {
    const audio = await this.database.manager.findOneBy(Audio, { id: audioId });
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    if (!audio || !project || kind !== 'atmos') return;
    const reading = await this.atmos(audio).catch((error: unknown) => {
      // It was deleted in the meantime, or the analysis reports its loss.
      if (isNotFound(error)) return null;
      throw error;
    });
    if (!reading) return;
    await context.commit(async (tx) => {
      await saveReading(tx, audioId, reading);
      publishProjectChange(tx, project, 'staging');
    });
  }

  private async atmos({ objectKey, sizeBytes }: Audio): Promise<AtmosReading> {
    const adm = await readAdm(objectSource(this.storage, objectKey, sizeBytes), objectKey);
    return {
      kind: 'atmos',
      isAdm: adm !== null,
      sampleRateHz: adm?.format.sampleRateHz ?? null,
      bits: adm?.format.validBits ?? null,
      channels: adm?.format.channels ?? null,
      durationS: adm && adm.frames / adm.format.sampleRateHz,
      hasAxml: adm?.hasAxml ?? false,
      objects: adm?.objects ?? null,
      bed: adm?.bed.map(({ speaker }) => speaker) ?? [],
    };
  }
}
