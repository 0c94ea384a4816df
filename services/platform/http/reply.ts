import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  HttpCode,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';

const REPLY_SCHEMA = 'lacquer:reply';

interface ReplyMetadata {
  schema: z.ZodType;
  list: boolean;
}

function reply(envelope: z.ZodType, metadata: ReplyMetadata, status: number) {
  return applyDecorators(
    HttpCode(status),
    SetMetadata(REPLY_SCHEMA, metadata),
    ApiResponse({ status, description: '', standardSchema: envelope }),
  );
}

/** The handler returns what `schema` describes; the wire carries `{success, data}`, unknown fields stripped. */
export const Reply = (schema: z.ZodType, status = 200) =>
  reply(z.object({ success: z.literal(true), data: schema }), { schema, list: false }, status);

/** The handler returns a `Page`; the wire carries `{success, data: [...], nextCursor}`. */
export const ReplyList = (item: z.ZodType) => {
  const page = z.object({ data: z.array(item), nextCursor: z.string().nullable() });
  return reply(page.extend({ success: z.literal(true) }), { schema: page, list: true }, 200);
};

/** The handler itself sends bytes of that content type, also in ranges. */
export const ReplyBytes = (contentType: string) => {
  const bytes = { type: 'string', format: 'binary' };
  return applyDecorators(
    ApiProduces(contentType),
    ApiResponse({ status: 200, description: 'The whole', schema: bytes }),
    ApiResponse({ status: 206, description: 'The range asked for', schema: bytes }),
  );
};

/** Parses what handlers return by their declared schema and wraps it; undeclared (streamed) replies pass untouched. */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const metadata = this.reflector.get<ReplyMetadata | undefined>(REPLY_SCHEMA, context.getHandler());
    if (!metadata) return next.handle();
    return next.handle().pipe(
      map((value) => {
        const parsed = metadata.schema.parse(value);
        return metadata.list ? { success: true, ...(parsed as object) } : { success: true, data: parsed };
      }),
    );
  }
}
