import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import {
  createSlotSchema,
  type CreateTrack,
  type CreateTracks,
  createTrackSchema,
  createTracksSchema,
  slotSchema,
  type SlotView,
  type TrackEntry,
  trackEntrySchema,
  trackListSchema,
  type UpdateSlot,
  updateSlotSchema,
  type UpdateTrack,
  updateTrackSchema,
} from '../tracks/tracks.schema.js';
import { slotView } from '../tracks/tracks.view.js';
import { SlotsService } from './slots.service.js';
import { TracksService } from './tracks.service.js';

@Controller('tracks')
export class TracksController {
  constructor(
    private readonly tracks: TracksService,
    private readonly slots: SlotsService,
  ) {}

  @Get('projects/:projectId')
  @Reply(trackListSchema)
  async list(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string): Promise<{ tracks: TrackEntry[] }> {
    return { tracks: await this.tracks.list(actor, projectId) };
  }

  @Post('projects/:projectId')
  @Reply(trackEntrySchema, 201)
  create(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: createTrackSchema }) body: CreateTrack,
  ): Promise<TrackEntry> {
    return this.tracks.create(actor, projectId, body);
  }

  /** Creates all tracks with the default slots, or none. A 409 contains the numbers that are taken. */
  @Post('projects/:projectId/batch')
  @Reply(trackListSchema, 201)
  async createMany(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: createTracksSchema }) { tracks }: CreateTracks,
  ): Promise<{ tracks: TrackEntry[] }> {
    return { tracks: await this.tracks.createMany(actor, projectId, tracks) };
  }

  @Put('slots/:id')
  @Reply(slotSchema)
  async updateSlot(
    @CurrentActor() actor: Actor,
    @IdParam() slotId: string,
    @Body({ schema: updateSlotSchema }) body: UpdateSlot,
  ): Promise<SlotView> {
    return slotView(await this.slots.update(actor, slotId, body));
  }

  @Get(':id')
  @Reply(trackEntrySchema)
  get(@CurrentActor() actor: Actor, @IdParam() trackId: string): Promise<TrackEntry> {
    return this.tracks.get(actor, trackId);
  }

  @Put(':id')
  @Reply(trackEntrySchema)
  update(
    @CurrentActor() actor: Actor,
    @IdParam() trackId: string,
    @Body({ schema: updateTrackSchema }) body: UpdateTrack,
  ): Promise<TrackEntry> {
    return this.tracks.update(actor, trackId, body);
  }

  @Delete(':id')
  @Reply(z.null())
  async delete(@CurrentActor() actor: Actor, @IdParam() trackId: string): Promise<null> {
    await this.tracks.delete(actor, trackId);
    return null;
  }

  @Post(':id/slots')
  @Reply(slotSchema, 201)
  async createSlot(
    @CurrentActor() actor: Actor,
    @IdParam() trackId: string,
    @Body({ schema: createSlotSchema }) body: z.infer<typeof createSlotSchema>,
  ): Promise<SlotView> {
    return slotView(await this.tracks.createSlot(actor, trackId, body.slotType, body.isRequired));
  }

  @Post(':id/create-default-slots')
  @Reply(trackEntrySchema)
  createDefaultSlots(@CurrentActor() actor: Actor, @IdParam() trackId: string): Promise<TrackEntry> {
    return this.tracks.createDefaultSlots(actor, trackId);
  }
}
