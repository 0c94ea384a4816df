import { dialogOf } from '../../ui/dialog-of';

export const CreateProject = dialogOf(() => import('./create-project-dialog'));
