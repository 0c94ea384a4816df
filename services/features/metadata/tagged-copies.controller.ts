import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { Reply, ReplyBytes } from '../../platform/http/reply.js';
import { type TaggedProof, taggedProofSchema } from './metadata.schema.js';
import { TaggedCopiesService } from './tagged-copies.service.js';

/** Each proof reads a file twice. */
const PROOF_RULE = { window: 3600, max: 300 };

@Controller('files/:id/tagged')
export class TaggedCopiesController {
  constructor(
    private readonly copies: TaggedCopiesService,
    private readonly limiter: RateLimiter,
  ) {}

  /** The final with metadata and cover. Its samples are those of the uploaded file. */
  @Get()
  @ReplyBytes('application/octet-stream')
  download(
    @CurrentActor() actor: Actor,
    @IdParam() fileId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.copies.send(actor, fileId, request, response);
  }

  /** Checksums of the samples in the uploaded file and in its tagged copy. */
  @Get('proof')
  @Reply(taggedProofSchema)
  async proof(@CurrentActor() actor: Actor, @IdParam() fileId: string): Promise<TaggedProof> {
    await this.limiter.enforce(`tagged-proof:${actor.userId}`, PROOF_RULE);
    return this.copies.proof(actor, fileId);
  }
}
