import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ErrorFilter } from '../platform/http/error.filter.js';
import { ReplyInterceptor } from '../platform/http/reply.js';
import { validationPipe } from '../platform/http/validation.js';
import { PlatformModule, type Platform } from '../platform/platform.module.js';

const features: Type[] = [];

const controllers: Type[] = [];

@Module({})
export class ApiModule {
  static of(platform: Platform): DynamicModule {
    return {
      module: ApiModule,
      imports: [PlatformModule.of(platform), ...features],
      controllers,
      providers: [
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
        { provide: APP_PIPE, useFactory: validationPipe },
      ],
    };
  }
}
