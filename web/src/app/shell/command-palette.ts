import { dialogOf } from '../../ui/dialog-of';

export const CommandPalette = dialogOf(() => import('./command-palette-dialog'));
