import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { questionsOf } from '../../engine/decision/questions.js';
import type { BatchQuestion } from '../../engine/types.js';
import { Database } from '../../platform/database/database.js';
import { slotLabel } from '../../platform/domain-words.js';
import { conflict, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { answersTo } from '../conventions/conventions.service.js';
import { keepAnswer } from '../conventions/conventions.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import type { StagingFile } from '../staged-files/staging-file.entity.js';
import type { AnswerBody } from './staging.schema.js';
import { incomingRows, stagedRows } from './staging-rows.view.js';

type AskingFile = Pick<StagingFile, 'id' | 'question' | 'plannedSlotId' | 'status'>;

const isOpen = ({ status, plannedSlotId }: AskingFile): boolean =>
  (status === 'pending' || status === 'incoming') && plannedSlotId === null;

/** The questions about these files. A question that was answered since the last suggestions is left out. */
export async function openQuestions(
  manager: EntityManager,
  studioId: string,
  files: readonly AskingFile[],
): Promise<BatchQuestion[]> {
  const open = files.filter(isOpen);
  const words = [...new Set(open.flatMap(({ question }) => question?.word ?? []))];
  const answered = new Set((await answersTo(manager, studioId, words)).map(({ word }) => word));
  return questionsOf(
    open.map(({ id, question }) => ({ id, question: question && !answered.has(question.word) ? question : null })),
  );
}

@Injectable()
export class QuestionsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /**
   * Stores an answer as a convention of the studio. Giving the same answer twice changes nothing.
   * @throws AppError 409 when someone has given another answer or no file needs one any more, 422 for a slot that was
   * not offered.
   */
  async answer(actor: Actor, projectId: string, { word, slotType }: AnswerBody): Promise<{ conventionId: string }> {
    const { studioId } = await this.access.forEngineer(actor, projectId);
    return this.database.transaction(async (tx) => {
      // Two projects of a studio may ask the same question. The lock of one project would not keep their answers apart,
      // and could deadlock with the other project's, because an answer changes every project that it concerns.
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`answer ${studioId} ${word}`]);
      const [given] = await answersTo(tx.manager, studioId, [word]);
      if (given?.slotType === slotType) return { conventionId: given.id };
      if (given)
        throw conflict(
          'answered_already',
          `“${given.spelling ?? word}” means ${slotLabel(given.slotType)} in this studio: somebody has answered already`,
        );
      const rows = [...(await stagedRows(tx.manager, projectId)), ...(await incomingRows(tx.manager, projectId))];
      const question = rows.find(({ file }) => isOpen(file) && file.question?.word === word)?.file.question;
      if (!question) throw conflict('question_gone', 'No file here needs that answer any more');
      if (!question.choices.includes(slotType))
        throw unprocessable('not_offered', `“${question.text}” cannot mean ${slotLabel(slotType)}`);
      await keepAnswer(tx, studioId, { word, text: question.text, slotType });
      const [kept] = await answersTo(tx.manager, studioId, [word]);
      return { conventionId: kept!.id };
    });
  }
}
