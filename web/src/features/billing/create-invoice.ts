import { dialogOf } from '../../ui/dialog-of';

export const CreateInvoice = dialogOf(() => import('./create-invoice-dialog'));
