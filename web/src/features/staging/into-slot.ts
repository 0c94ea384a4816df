import { useQueryClient } from '@tanstack/react-query';
import { documentKindOf } from '../../../../services/file-kinds/documents.js';
import type { Slot } from '../../api';
import { useSession } from '../../api/session';
import { judgedToStage } from '../../lib/uploads/acceptance';
import { toast } from '../../ui/toast';
import { stage } from './uploads';

/** Uploads a file that is dropped from the desktop onto a slot, which it gets as soon as it is announced. */
export function useDropIntoSlot(projectId: string): (dropped: DataTransfer, slot: Slot) => void {
  const client = useQueryClient();
  const { limits } = useSession();
  return ({ files, items }, slot) => {
    const [file] = files;
    if (!file) return;
    if (items[0]?.webkitGetAsEntry()?.isDirectory) return toast.error(file.name, 'A slot takes one file, not a folder');
    if (documentKindOf(file.name)) return toast.error(file.name, 'Only masters have a slot; drop it beside the table');
    const { good, refused } = judgedToStage([file], limits);
    for (const { name, reason } of refused) toast.error(name, reason);
    const { trackId, slotType } = slot;
    stage(
      projectId,
      good.map((source) => ({ ...source, slot: { trackId, slotType } })),
      client,
    );
  };
}
