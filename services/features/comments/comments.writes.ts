import type { Tx } from '../../platform/database/tx.js';
import { Comment } from './comment.entity.js';

type NewComment = Pick<Comment, 'projectId' | 'userId' | 'comment'> & Partial<Comment>;

export const addComment = (tx: Tx, comment: NewComment): Promise<Comment> =>
  tx.manager.save(tx.manager.create(Comment, comment));
