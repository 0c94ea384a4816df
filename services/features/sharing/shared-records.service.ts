import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FRAMES_PER_S } from '../../album-times/times.js';
import { Database } from '../../platform/database/database.js';
import { slotTypes } from '../../platform/domain-words.js';
import { notFound } from '../../platform/errors.js';
import { isoTime } from '../../platform/http/fields.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { sendObject } from '../../platform/storage/send-object.js';
import { Storage } from '../../platform/storage/storage.js';
import { albumOf } from '../album/album.lib.js';
import { renewPreview } from '../audio/audio.writes.js';
import { sendPeaks, storageFailure } from '../audio/send-audio.lib.js';
import { GuestComments } from '../comments/guest-comments.service.js';
import { isFirstRequest } from '../files/sent-range.lib.js';
import { CoversService, type Picture } from '../metadata/covers.service.js';
import { sheetOf } from '../metadata/metadata.view.js';
import { Studio } from '../studio/studio.entity.js';
import type { ShareLink } from './share-link.entity.js';
import { type OpenedLink, SharedAccess } from './shared-access.service.js';
import type { AddSharedComment, SharedComment, SharedRecord, SharedTrack } from './sharing.schema.js';

/** Limit of comments per link, from all visitors together, because each may send a mail. */
const COMMENTS_RULE = { window: 10 * 60, max: 30 };

/** The newest final of each track, in order: the first slot that has one. A final without a track stands for itself. */
const NEWEST_FINALS = `
  SELECT * FROM (
    SELECT DISTINCT ON (coalesce(file.track_id, file.id)) file.id AS "fileId", file.track_id AS "trackId",
      track.track_number AS "trackNumber",
      coalesce(track.title, regexp_replace(file.original_name, '\\.[^.]*$', '')) AS title,
      coalesce((audio.facts ->> 'durationS')::float8, (audio.probe ->> 'durationS')::float8) AS "durationS",
      coalesce((audio.facts ->> 'sampleRateHz')::float8, (audio.probe ->> 'sampleRateHz')::float8) AS "sampleRateHz",
      coalesce((audio.facts -> 'played' ->> 'loweredDb')::int, 0) AS "loweredDb",
      audio.id AS "audioId", audio.preview_key AS "previewKey", audio.preview_key IS NULL AND audio.state IN ('queued', 'running') AS "isPreparing",
      audio.peaks_key AS "peaksKey", file.created_at AS "createdAt"
    FROM files file JOIN audio ON audio.id = file.audio_id LEFT JOIN tracks track ON track.id = file.track_id
    WHERE file.project_id = $1 AND file.file_type <> 'upload' AND file.deliverable IS NULL
      AND ($2::uuid[] IS NULL OR file.track_id = ANY($2))
      AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM files newer WHERE newer.project_id = file.project_id
        AND newer.parent_file_id = file.id AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL)
    ORDER BY coalesce(file.track_id, file.id), array_position($3::text[], file.slot_type) NULLS LAST, file.created_at DESC
  ) newest
  ORDER BY "trackNumber" NULLS LAST, "createdAt", "fileId"`;

interface NewestFinal extends Omit<SharedTrack, 'gapS' | 'hasPreview' | 'hasPeaks'> {
  audioId: string;
  previewKey: string | null;
  peaksKey: string | null;
}

/** Everything that visitors of a listening link hear and write. */
@Injectable()
export class SharedRecords {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: SharedAccess,
    private readonly limiter: RateLimiter,
    private readonly comments: GuestComments,
    private readonly covers: CoversService,
  ) {}

  async show(request: Request, token: string): Promise<SharedRecord> {
    const { link, project } = await this.access.open(request, token, 'listening');
    const studio = await this.database.manager.findOneByOrFail(Studio, { id: project.studioId });
    const { release } = await sheetOf(this.database.manager, project);
    const finals = await this.finals(link);
    const { tracks } = await albumOf(this.database.manager, project.id);
    const gaps = new Map(tracks.map(({ trackId, gapFrames }) => [trackId, gapFrames / FRAMES_PER_S]));
    return {
      title: release.album || project.title,
      artist: release.artist || project.clientName,
      cover: await this.covers.checksum(project.id),
      studio: { name: studio.brandName || studio.name, logo: studio.brandLogo },
      commentsAllowed: link.commentsAllowed,
      endsAt: link.endsAt && isoTime(link.endsAt),
      tracks: finals.map(({ audioId: _, previewKey, peaksKey, ...track }) => ({
        ...track,
        gapS: (track.trackId && gaps.get(track.trackId)) || 0,
        hasPreview: previewKey !== null,
        hasPeaks: peaksKey !== null,
      })),
    };
  }

  async preview(request: Request, response: Response, token: string, fileId: string): Promise<void> {
    const { link, final } = await this.final(request, token, fileId);
    const { previewKey, audioId } = final;
    if (!previewKey) throw notFound('Preview');
    if (isFirstRequest(request)) {
      await this.access.countVisit(request, link);
      await renewPreview(this.database, audioId);
    }
    const options = { fileName: 'preview.mp3', contentType: 'audio/mpeg', inline: true };
    await sendObject(request, response, this.storage, previewKey, options).catch(storageFailure(this.storage));
  }

  async peaks(request: Request, response: Response, token: string, fileId: string): Promise<void> {
    const { peaksKey } = (await this.final(request, token, fileId)).final;
    if (!peaksKey) throw notFound('Waveform');
    await sendPeaks(request, response, this.storage, peaksKey);
  }

  /** @throws AppError 404 when there is none. */
  async cover(request: Request, token: string): Promise<Picture> {
    const { project } = await this.access.open(request, token, 'listening');
    return this.covers.thumbnail(project.id);
  }

  /** The comments made through this link, with their answers. */
  async listComments(request: Request, token: string): Promise<SharedComment[]> {
    const { link } = await this.openForComments(request, token);
    const comments = await this.comments.list(link.id);
    return comments.map(({ createdAt, ...comment }) => ({ ...comment, createdAt: isoTime(createdAt) }));
  }

  /** @throws AppError 404 if the link allows no comments, 422 for a position after the end, 429 for too many. */
  async addComment(request: Request, token: string, body: AddSharedComment): Promise<void> {
    const { link, project } = await this.openForComments(request, token);
    const { fileId, name, comment, timestampSeconds } = body;
    const track = (await this.finals(link)).find((final) => final.fileId === fileId);
    if (!track) throw notFound('File');
    await this.limiter.enforce(`shared-comment:${link.id}`, COMMENTS_RULE);
    const { id: linkId, createdBy } = link;
    const place = { fileId, timestampSeconds, durationS: track.durationS };
    await this.comments.add({ projectId: project.id, linkId, createdBy, guestName: name, comment, ...place });
  }

  private async openForComments(request: Request, token: string): Promise<OpenedLink> {
    const opened = await this.access.open(request, token, 'listening');
    if (!opened.link.commentsAllowed) throw notFound('Comments');
    return opened;
  }

  /** @throws AppError 404 for everything but the newest finals of the link. */
  private async final(
    request: Request,
    token: string,
    fileId: string,
  ): Promise<{ link: ShareLink; final: NewestFinal }> {
    const { link } = await this.access.open(request, token, 'listening', true);
    const final = (await this.finals(link)).find((each) => each.fileId === fileId);
    if (!final) throw notFound('File');
    return { link, final };
  }

  private finals({ projectId, trackIds }: ShareLink): Promise<NewestFinal[]> {
    return this.database.prepared<NewestFinal>('shared_finals', NEWEST_FINALS, [projectId, trackIds, slotTypes]);
  }
}
