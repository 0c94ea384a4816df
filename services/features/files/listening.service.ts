import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IsNull } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { sendObject } from '../../platform/storage/send-object.js';
import { Storage } from '../../platform/storage/storage.js';
import type { Audio } from '../audio/audio.entity.js';
import { analysisView } from '../audio/audio.view.js';
import { renewPreview, requestLossless } from '../audio/audio.writes.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { canSee, isItsEngineer, isItsPerson } from '../projects/projects.policy.js';
import { ProjectFile } from './file.entity.js';
import { FileAccess } from './file-access.service.js';
import { canDownload, canHearLossless, type FileProject, type HeardFile, type OwnedFile } from './files.policy.js';
import type { FileView, ListeningView, SoundQuality } from './files.schema.js';
import { FilesService } from './files.service.js';
import { RunningDownloads } from './running-downloads.service.js';

/** A player requests new URLs before they expire; a leaked signed URL is only usable for this long. */
const EXPIRES_S = 15 * 60;

/** A file counts as heard after this many seconds, or after half of it if that is less. */
const HEARD_AFTER_S = 60;

type HeardAudio = Pick<Audio, 'id' | 'previewKey' | 'objectKey' | 'contentType' | 'losslessKey'>;
type Sounds = Record<SoundQuality, { key: string; fileName: string; contentType: string } | null>;

const rightsOf = (actor: Actor, file: OwnedFile & HeardFile, project: FileProject): Record<SoundQuality, boolean> => ({
  preview: canSee(actor, project),
  original: canDownload(actor, file, project),
  lossless: canHearLossless(actor, file, project),
});

/** The stored sounds that someone may hear. */
function soundsOf(audio: Omit<HeardAudio, 'id'>, originalName: string, may: Record<SoundQuality, boolean>): Sounds {
  const { previewKey, objectKey, contentType, losslessKey } = audio;
  const name = originalName.replace(/\.[^.]*$/, '');
  const sound = (quality: SoundQuality, key: string | null, fileName: string, type: string) =>
    may[quality] && key ? { key, fileName, contentType: type } : null;
  return {
    preview: sound('preview', previewKey, `${name}.mp3`, 'audio/mpeg'),
    original: sound('original', objectKey, originalName, contentType),
    lossless: sound('lossless', losslessKey, `${name}.flac`, 'audio/flac'),
  };
}

async function listeningView(
  { preview, original, lossless }: Sounds,
  urlOf: (sound: NonNullable<Sounds[SoundQuality]>, quality: SoundQuality) => Promise<string>,
): Promise<ListeningView> {
  if (!preview) throw notFound('Preview');
  const address = async (sound: NonNullable<Sounds[SoundQuality]>, quality: SoundQuality) => ({
    url: await urlOf(sound, quality),
    contentType: sound.contentType,
  });
  return {
    expiresAt: isoTime(new Date(Date.now() + EXPIRES_S * 1000)),
    preview: await address(preview, 'preview'),
    original: original && (await address(original, 'original')),
    lossless: lossless && (await address(lossless, 'lossless')),
  };
}

/** Provides the URLs from which a browser plays a file. */
@Injectable()
export class ListeningService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
    private readonly views: FilesService,
    private readonly running: RunningDownloads,
  ) {}

  /**
   * Everyone who sees the file gets the preview; the original is only for users who may download it, a FLAC only if the
   * engineer allows it. Signed URLs work for anyone and until they expire, so only the studio gets them. URLs of other
   * people end with their access.
   * @throws AppError 404 while there is no preview.
   */
  async addresses(actor: Actor, fileId: string): Promise<ListeningView> {
    const { file, project, audio } = await this.files.visible(actor, fileId);
    await renewPreview(this.database, audio.id);
    const sounds = soundsOf(audio, file.originalName, rightsOf(actor, file, project));
    return isItsEngineer(actor, project)
      ? this.signed(sounds)
      : listeningView(sounds, (_sound, quality) => Promise.resolve(`/api/files/${fileId}/sound/${quality}`));
  }

  /** Signs the URLs of a staged file that the caller may hear. @throws AppError 404 while there is no preview. */
  async stagedAddresses(audio: HeardAudio, originalName: string): Promise<ListeningView> {
    await renewPreview(this.database, audio.id);
    return this.signed(soundsOf(audio, originalName, { preview: true, original: true, lossless: false }));
  }

  private signed(sounds: Sounds): Promise<ListeningView> {
    return listeningView(sounds, ({ key, ...options }) =>
      this.storage.signDownload(key, { ...options, inline: true, expiresInS: EXPIRES_S }),
    );
  }

  /** Sends what one of `addresses` leads to. @throws AppError 404 if the actor may not hear it or it does not exist. */
  async send(actor: Actor, fileId: string, quality: SoundQuality, request: Request, response: Response): Promise<void> {
    const { file, project, audio } = await this.files.readable(actor, fileId);
    const sound = soundsOf(audio, file.originalName, rightsOf(actor, file, project))[quality];
    if (!sound) throw notFound('Sound');
    this.running.watchReader(request, response, project.id, (reader, now) => rightsOf(reader, file, now)[quality]);
    const { key, ...options } = sound;
    await sendObject(request, response, this.storage, key, { ...options, inline: true }).catch(
      storageFailure(this.storage),
    );
  }

  /** Adds to what the actor has played of a file. @throws AppError 403 for engineers. */
  async recordPlayed(actor: Actor, fileId: string, seconds: number): Promise<{ heard: boolean }> {
    const { project, audio } = await this.files.visible(actor, fileId);
    if (!isItsPerson(actor, project)) throw forbidden('Only what clients play is recorded');
    const { durationS } = analysisView(audio);
    const needed = Math.min(HEARD_AFTER_S, (durationS ?? Infinity) / 2);
    return this.database.transaction(async (tx) => {
      const [row] = await tx.query<{ heard: boolean; isNew: boolean }>(
        `INSERT INTO listens (user_id, file_id, seconds, heard_at)
         VALUES ($1, $2, $3, CASE WHEN $3::real >= $4::real THEN now() END)
         ON CONFLICT (user_id, file_id) DO UPDATE SET seconds = listens.seconds + excluded.seconds,
           heard_at = coalesce(listens.heard_at, CASE WHEN listens.seconds + excluded.seconds >= $4::real THEN now() END)
         RETURNING new.heard_at IS NOT NULL AS heard, old.heard_at IS NULL AND new.heard_at IS NOT NULL AS "isNew"`,
        [actor.userId, fileId, seconds, needed],
      );
      if (row!.isNew) publishProjectChange(tx, project, 'files');
      return { heard: row!.heard };
    });
  }

  /** Requests the FLAC unless it exists or is being made. @throws AppError 403 when the engineer does not allow it. */
  async makeLossless(actor: Actor, fileId: string): Promise<FileView> {
    const { file: known } = await this.files.visible(actor, fileId);
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, known.projectId, 'File');
      const file = await tx.manager.findOneBy(ProjectFile, { id: fileId, deletedAt: IsNull() });
      if (!file) throw notFound('File');
      if (!canHearLossless(actor, file, project)) {
        throw forbidden('Lossless listening before payment is not allowed in this project');
      }
      await requestLossless(tx, file.audioId);
      publishProjectChange(tx, project, 'files');
    });
    return this.views.get(actor, fileId);
  }
}
