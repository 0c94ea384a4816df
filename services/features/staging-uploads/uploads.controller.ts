import { Body, Controller, Get, Post } from '@nestjs/common';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply } from '../../platform/http/reply.js';
import { partsSchema } from '../uploads/upload-parts.schema.js';
import { MultipartService } from './multipart.service.js';
import { RegistrationService } from './registration.service.js';
import { UploadRequestsService } from './upload-requests.service.js';
import {
  type BulkUploadBody,
  bulkUploadSchema,
  cancelUploadsSchema,
  missingPartsSchema,
  registeredSchema,
  unfinishedUploadsSchema,
  uploadsSchema,
  type UploadUrlsBody,
  uploadUrlsSchema,
} from './uploads.schema.js';

/** Uploads of masters to a project's staging area. */
@Controller('staging/projects/:projectId')
export class UploadsController {
  constructor(
    private readonly permissions: UploadRequestsService,
    private readonly multipart: MultipartService,
    private readonly registration: RegistrationService,
  ) {}

  @Post('upload-urls')
  @Reply(uploadsSchema)
  permit(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: uploadUrlsSchema }) body: UploadUrlsBody,
  ) {
    return this.permissions.uploadUrls(actor, projectId, body);
  }

  /** Signed URLs for the missing parts of a file. */
  @Post('upload-parts')
  @Reply(partsSchema)
  parts(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: missingPartsSchema }) { r2Key }: z.infer<typeof missingPartsSchema>,
  ) {
    return this.multipart.missing(actor, projectId, r2Key);
  }

  /** The caller's unfinished uploads. Dropping the same files again resumes them. */
  @Get('unfinished-uploads')
  @Reply(unfinishedUploadsSchema)
  async unfinished(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string) {
    return { uploads: await this.permissions.unfinished(actor, projectId) };
  }

  /** Cancels uploads that are not registered yet and deletes what has arrived of them. */
  @Post('cancel-uploads')
  @Reply(z.null())
  async cancel(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: cancelUploadsSchema }) { r2Keys }: z.infer<typeof cancelUploadsSchema>,
  ): Promise<null> {
    await this.multipart.cancel(actor, projectId, r2Keys);
    return null;
  }

  @Post('bulk-upload')
  @Reply(registeredSchema)
  register(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Body({ schema: bulkUploadSchema }) body: BulkUploadBody,
  ) {
    return this.registration.register(actor, projectId, body);
  }
}
