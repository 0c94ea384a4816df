import { Injectable } from '@nestjs/common';
import { ITEMS_PER_SECOND, SoundIndex } from '../../engine/batch/sound.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Audio } from '../audio/audio.entity.js';
import { FileAccess } from '../files/file-access.service.js';
import type { AlignmentView } from './alignment.schema.js';

/** Other songs, also by one composer, agree to 0.61 at most; instrumentals and heavy masters to 0.66 and more. */
const ALIKE = 0.65;

/**
 * Where one file's moments are in another, for hearing both at the same place. Fingerprints end after two minutes (971
 * items), so a comparison takes 1 to 2 ms of the API's thread, at worst 9: less than handing it to another process.
 */
@Injectable()
export class AlignmentService {
  constructor(
    private readonly database: Database,
    private readonly files: FileAccess,
  ) {}

  /** @throws AppError 404 for a file that the actor does not see, and for one of another project. */
  async between(actor: Actor, fileId: string, otherId: string): Promise<AlignmentView> {
    const { file, audio } = await this.files.visible(actor, fileId);
    const other = await this.files.visible(actor, otherId);
    if (other.file.projectId !== file.projectId) throw notFound('File');
    const [print, known] = await Promise.all([this.fingerprint(audio.id), this.fingerprint(other.audio.id)]);
    const match = print && known ? new SoundIndex([known]).compare(print)[0] : null;
    return { offsetSeconds: match && match.agreement >= ALIKE ? match.shift / ITEMS_PER_SECOND : null };
  }

  private async fingerprint(id: string): Promise<number[] | null> {
    const audio = await this.database.manager.findOne(Audio, {
      where: { id },
      select: { id: true, fingerprint: true },
    });
    return audio?.fingerprint ?? null;
  }
}
