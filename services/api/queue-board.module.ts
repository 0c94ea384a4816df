import { ExpressAdapter } from '@bull-board/express';
import { type BullBoardInstance, BullBoardModule, InjectBullBoard } from '@bull-board/nestjs';
import { Module, type OnModuleInit } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AuthModule } from '../features/auth/auth.module.js';
import { CallerService } from '../features/auth/sessions/caller.service.js';
import { forbidden, unauthenticated } from '../platform/errors.js';
import { BoardQueue, lookAndRetry } from '../platform/events/board-queue.js';
import { QueueAdmin } from '../platform/events/queue-admin.js';
import { QueueAdminModule } from '../platform/events/queue-admin.module.js';
import { queueNames } from '../platform/events/queues.js';
import { tidyBoardPage } from './queue-board-page.js';

const FONTS = { 'font-sans': 'system-ui, sans-serif', 'font-mono': 'ui-monospace, monospace' };

/** The queue dashboard at `/api/operator/queues`. It uses the API's own connections to the queues. */
@Module({
  imports: [
    QueueAdminModule,
    BullBoardModule.forRootAsync({
      imports: [AuthModule],
      inject: [CallerService],
      useFactory: (caller: CallerService) => ({
        route: '/operator/queues',
        adapter: ExpressAdapter,
        middleware: [operatorOnly(caller), tidyBoardPage],
        boardOptions: {
          handlerHooks: { before: lookAndRetry },
          uiConfig: {
            boardTitle: 'Lacquer queues',
            miscLinks: [{ text: 'Portal', url: '/' }],
            hideDocsLink: true,
            showWorkers: false,
            theme: { light: FONTS, dark: FONTS },
          },
        },
      }),
    }),
  ],
})
export class QueueBoardModule implements OnModuleInit {
  constructor(
    @InjectBullBoard() private readonly board: BullBoardInstance,
    private readonly admin: QueueAdmin,
  ) {}

  onModuleInit(): void {
    for (const name of queueNames) this.board.addQueue(new BoardQueue(this.admin, name));
  }
}

function operatorOnly(caller: CallerService) {
  return (request: Request, response: Response, next: NextFunction): void => {
    caller.of(request, response).then((actor) => {
      if (!actor) return next(unauthenticated());
      next(actor.isOperator ? undefined : forbidden('The queues are for the operator'));
    }, next);
  };
}
