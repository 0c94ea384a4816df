import { useMemo, useRef } from 'react';
import type { StagingFile, TrackEntry } from '../../api';
import { plural } from '../../lib/format';
import { placeLabel, type SlotType } from '../../lib/slots';
import { toast } from '../../ui/toast';
import { hideUndoToast, showUndoToast } from '../../ui/undo-toast';
import { acceptances, autoAssignments, intoSlot, type Placement } from './assignments';
import { useDeletions } from './deletions';
import { useAnalyseAgain, usePlace, useStepsUnderWay } from './mutations';
import { GRACE_MS } from './pending-deletes';
import { rowsOf } from './rows';
import { afterSteps, slotsHeldBy, type Step, stepsBack, stepsOf } from './steps';

interface Told {
  title: string;
  message: string;
}

const ASSIGNMENT_FAILED = { title: 'Assignment Failed', message: 'Failed to assign file' };
const AUTO_ASSIGNMENT_FAILED = { title: 'Auto-Assignment Failed', message: 'Failed to auto-assign files' };
const ANY_CONFIDENCE = -1;

/** What can be done with staged files; every change of place and every deletion can be undone. */
export interface StagingActions {
  assign: (fileId: string, target: { trackId: string; slotType: SlotType }) => void;
  accept: (files: StagingFile[]) => void;
  /** Into one kind of slot of the track that each is in or suggested for. */
  intoSlot: (files: StagingFile[], slotType: SlotType) => void;
  unassign: (files: StagingFile[]) => void;
  remove: (files: StagingFile[]) => void;
  analyseAgain: (fileId: string) => void;
  autoAssign: () => Promise<void>;
  undo: () => void;
}

/** The toast and the key undo the same thing: whichever comes second does nothing. */
function once(run: () => void): () => void {
  let ran = false;
  return () => {
    if (ran) return;
    ran = true;
    run();
  };
}

/** The staged files as the screen shows them (what was asked for is seen at once), and what can be done with them. */
export function useStaging(projectId: string, listed: StagingFile[], tracks: TrackEntry[]) {
  const { hidden, undoable, deletes } = useDeletions(projectId);
  const underWay = useStepsUnderWay(projectId);
  const { mutateAsync: place } = usePlace(projectId);
  const analyseAgain = useAnalyseAgain(projectId);
  const lastUndo = useRef<(() => void) | null>(null);

  const files = useMemo(
    () =>
      afterSteps(
        listed.filter(({ id }) => !hidden.has(id)),
        tracks,
        underWay,
      ),
    [listed, hidden, tracks, underWay],
  );
  const entries = useMemo(() => slotsHeldBy(files, tracks), [files, tracks]);
  const rows = useMemo(() => rowsOf(files, entries), [files, entries]);

  const actions = useMemo((): StagingActions => {
    async function take(steps: Step[], told: Told, failure: Told = ASSIGNMENT_FAILED): Promise<void> {
      const back = stepsBack(files, entries, steps);
      const undo = once(() => void place({ steps: back, failure: ASSIGNMENT_FAILED }));
      lastUndo.current = undo;
      const done = await place({ steps, failure });
      if (done > 0 && lastUndo.current === undo) {
        showUndoToast({ id: 'undo-assignment', ...told, onUndo: undo, lastsMs: GRACE_MS });
      }
    }
    function takeMany(placements: Placement[], asked: number): void {
      const left = asked - placements.length;
      const why = 'nothing is suggested, it cannot be read, or the slot is taken';
      if (placements.length === 0) {
        toast.info('Nothing to assign', `${plural(left, 'file')} left: ${why}.`);
        return;
      }
      const title = placements.length === 1 ? 'File Assigned' : 'Files Assigned';
      const rest = left > 0 ? `; ${left} left: ${why}` : '';
      void take(stepsOf(placements), { title, message: `${plural(placements.length, 'file')} assigned${rest}` });
    }
    return {
      assign: (fileId, target) => {
        const name = files.find(({ id }) => id === fileId)?.originalName ?? 'File';
        const number = entries.find(({ track }) => track.id === target.trackId)?.track.trackNumber ?? 0;
        const { trackId, slotType } = target;
        const message = `${name} → ${placeLabel({ trackNumber: number, slotType })}`;
        void take([{ fileId, target: { trackId, slotType } }], { title: 'File Assigned', message });
      },
      accept: (chosen) => takeMany(acceptances(chosen, entries, ANY_CONFIDENCE), chosen.length),
      intoSlot: (chosen, slotType) => takeMany(intoSlot(chosen, slotType), chosen.length),
      unassign: (chosen) => {
        const assigned = chosen.filter(({ status, assignment }) => status === 'assigned' && assignment !== null);
        if (assigned.length === 0) return;
        const message = `${plural(assigned.length, 'file')} taken out of ${assigned.length === 1 ? 'its slot' : 'their slots'}`;
        void take(
          assigned.map(({ id }) => ({ fileId: id, target: null })),
          { title: 'Slots Emptied', message },
        );
      },
      remove: (chosen) => {
        if (chosen.length === 0) return;
        const count = undoable.length + chosen.length;
        deletes.add(chosen.map(({ id }) => id));
        const undo = once(() => deletes.undo());
        lastUndo.current = undo;
        showUndoToast({
          id: 'undo-deletion',
          title: count === 1 ? 'File Deleted' : 'Files Deleted',
          message: count === 1 ? 'Staging file removed' : `${count} staging files removed`,
          onUndo: undo,
          lastsMs: GRACE_MS,
        });
      },
      analyseAgain,
      autoAssign: async () => {
        const placements = autoAssignments(files, entries);
        if (placements.length === 0) {
          toast.info('Nothing to auto-assign', 'No pending file has a suggestion above 70% for an empty slot.');
          return;
        }
        const told = { title: 'Auto-Assignment Complete', message: 'High-confidence files have been assigned' };
        await take(stepsOf(placements), told, AUTO_ASSIGNMENT_FAILED);
      },
      undo: () => {
        hideUndoToast('undo-assignment');
        hideUndoToast('undo-deletion');
        lastUndo.current?.();
        lastUndo.current = null;
      },
    };
  }, [files, entries, undoable, deletes, place, analyseAgain]);

  return { files, entries, rows, actions };
}
