import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { StagingFile, TrackEntry } from '../../api';
import { useTrackProposals } from '../../api/track-proposals';
import { isChecked } from '../../lib/deliverables';
import { plural } from '../../lib/format/format';
import { type UndoableAction, UndoStack } from '../../lib/forms/undo-stack';
import { isInDialog, isTyping } from '../../lib/navigation/typing';
import { placeLabel } from '../../lib/slots';
import { autoAssignAbove, type SlotType } from '../../lib/words';
import { useChecks } from '../../ui/deliverable-findings';
import { toast } from '../../ui/toast';
import { hideUndoToast, showUndoToast } from '../../ui/undo-toast';
import { acceptances, autoAssignments, intoSlot, isPlaced, type Placement, runnersUp } from './assignments';
import { useDeletions } from './deletions';
import { useAnalyseAgain, usePendingSteps, usePlace } from './mutations';
import { rowsOf } from './rows';
import { afterSteps, slotsHeldBy, type Step, stepsBack, stepsOf } from './steps';
import { giveUp } from './uploads';

interface ToastText {
  title: string;
  message: string;
}

const ASSIGNMENT_FAILED = { title: 'Assignment Failed', message: 'Failed to assign file' };
const AUTO_ASSIGNMENT_FAILED = { title: 'Auto-Assignment Failed', message: 'Failed to auto-assign files' };
const ANY_CONFIDENCE = -1;

/** A single toast, for the latest change. */
const UNDO_TOAST = 'undo-staging';
const TOAST_MS = 8000;

/** Actions on staged files; every placement and deletion can be undone. */
export interface StagingActions {
  assign: (fileId: string, target: { trackId: string; slotType: SlotType }) => void;
  accept: (files: StagingFile[]) => void;
  /** Assigns files to the second suggestion of each. */
  takeRunnersUp: (files: StagingFile[]) => void;
  /** Assigns files to one slot type of the track each is in or suggested for. */
  intoSlot: (files: StagingFile[], slotType: SlotType) => void;
  unassign: (files: StagingFile[]) => void;
  remove: (files: StagingFile[]) => void;
  analyseAgain: (fileId: string) => void;
  autoAssign: () => Promise<void>;
  undo: () => void;
  redo: () => void;
}

/** One per project, kept outside components so that changes can be undone after coming back. */
const histories = new Map<string, UndoStack>();

function historyOf(projectId: string): UndoStack {
  const history = histories.get(projectId) ?? new UndoStack();
  histories.set(projectId, history);
  return history;
}

/** The staged files and slots including requested changes, and the actions on them. */
export function usePlacements(projectId: string, listed: StagingFile[], tracks: TrackEntry[]) {
  const { hidden, undoable, deletes } = useDeletions(projectId);
  const pendingSteps = usePendingSteps(projectId);
  const { mutateAsync: place } = usePlace(projectId);
  const analyseAgain = useAnalyseAgain(projectId);
  const client = useQueryClient();
  const stack = historyOf(projectId);
  const history = useSyncExternalStore(stack.subscribe, stack.getSnapshot, stack.getSnapshot);

  const files = useMemo(
    () =>
      afterSteps(
        listed.filter(({ id }) => !hidden.has(id)),
        tracks,
        pendingSteps,
      ),
    [listed, hidden, tracks, pendingSteps],
  );
  const entries = useMemo(() => slotsHeldBy(files, tracks), [files, tracks]);

  useEffect(() => {
    if (stack.settle()) hideUndoToast(UNDO_TOAST);
  }, [stack, undoable]);

  const actions = useMemo((): StagingActions => {
    const tell = (done: UndoableAction, message: string) =>
      showUndoToast({ id: UNDO_TOAST, title: done.title, message, onUndo: () => stack.undo(done), lastsMs: TOAST_MS });
    async function take(
      steps: Step[],
      { title, message }: ToastText,
      failure: ToastText = ASSIGNMENT_FAILED,
    ): Promise<void> {
      let [taken, back] = [steps, stepsBack(files, entries, steps)];
      const all = async (wanted: Step[]) =>
        (await place({ steps: wanted, failure: ASSIGNMENT_FAILED })).length === wanted.length;
      const done: UndoableAction = { title, undo: () => all(back), redo: () => all(taken) };
      stack.push(done);
      taken = await place({ steps, failure });
      if (taken.length === 0) return stack.forget(done);
      if (taken.length < steps.length) back = stepsBack(files, entries, taken);
      if (stack.getSnapshot().undoes === done) tell(done, message);
    }
    function takeMany(placements: Placement[], asked: number, onlyIfEmpty: boolean): void {
      const left = asked - placements.length;
      const why = 'nothing is suggested, it cannot be read, or the slot is taken';
      if (placements.length === 0) {
        toast.info('Nothing to assign', `${plural(left, 'file')} left: ${why}.`);
        return;
      }
      const title = placements.length === 1 ? 'File Assigned' : 'Files Assigned';
      const rest = left > 0 ? `; ${left} left: ${why}` : '';
      const message = `${plural(placements.length, 'file')} assigned${rest}`;
      void take(stepsOf(placements, onlyIfEmpty), { title, message });
    }
    return {
      assign: (fileId, target) => {
        const name = files.find(({ id }) => id === fileId)?.originalName ?? 'File';
        const number = entries.find(({ track }) => track.id === target.trackId)?.track.trackNumber ?? 0;
        const { trackId, slotType } = target;
        const message = `${name} → ${placeLabel({ trackNumber: number, slotType })}`;
        void take([{ fileId, target: { trackId, slotType } }], { title: 'File Assigned', message });
      },
      accept: (chosen) => takeMany(acceptances(chosen, entries, ANY_CONFIDENCE), chosen.length, true),
      takeRunnersUp: (chosen) => takeMany(runnersUp(chosen), chosen.length, true),
      intoSlot: (chosen, slotType) => takeMany(intoSlot(chosen, slotType), chosen.length, false),
      unassign: (chosen) => {
        const assigned = chosen.filter(isPlaced);
        if (assigned.length === 0) return;
        const message = `${plural(assigned.length, 'file')} taken out of ${assigned.length === 1 ? 'its slot' : 'their slots'}`;
        void take(
          assigned.map(({ id }) => ({ fileId: id, target: null })),
          { title: 'Slots Emptied', message },
        );
      },
      remove: (chosen) => {
        const onTheirWay = chosen.filter(({ status }) => status === 'incoming');
        giveUp(projectId, onTheirWay, client);
        const ids = chosen.flatMap(({ id, status }) => (status === 'incoming' ? [] : [id]));
        if (ids.length === 0) return;
        const again = () => {
          deletes.add(ids);
          return true;
        };
        const title = ids.length === 1 ? 'File Deleted' : 'Files Deleted';
        const done: UndoableAction = {
          title,
          undo: () => deletes.undo(ids),
          redo: again,
          isUndoable: () => deletes.canUndo(ids),
        };
        again();
        stack.push(done);
        tell(done, ids.length === 1 ? 'Staging file removed' : `${ids.length} staging files removed`);
      },
      analyseAgain,
      autoAssign: async () => {
        const placements = autoAssignments(files, entries);
        if (placements.length === 0) {
          toast.info(
            'Nothing to auto-assign',
            `No pending file has a suggestion above ${autoAssignAbove}% for an empty slot.`,
          );
          return;
        }
        const text = { title: 'Auto-Assignment Complete', message: 'High-confidence files have been assigned' };
        await take(stepsOf(placements, true), text, AUTO_ASSIGNMENT_FAILED);
      },
      undo: () => {
        hideUndoToast(UNDO_TOAST);
        stack.undo();
      },
      redo: () => stack.redo(),
    };
  }, [projectId, client, files, entries, stack, deletes, place, analyseAgain]);

  return { files, entries, actions, history };
}

/** Undoes and redoes by keyboard, also while no row is left whose deletion could be undone. */
export function useUndoKeys({ undo, redo }: Pick<StagingActions, 'undo' | 'redo'>): void {
  const unless = (run: () => void) => (event: KeyboardEvent) => {
    if (isTyping(event) || isInDialog()) return;
    event.preventDefault();
    run();
  };
  const options = { preventDefault: false };
  useHotkeys(
    [
      ['mod+Z', unless(undo), options],
      ['mod+shift+Z', unless(redo), options],
      ['mod+Y', unless(redo), options],
    ],
    [],
  );
}

/** The placements with what the rows show about them. */
export function useStaging(projectId: string, listed: StagingFile[], tracks: TrackEntry[]) {
  const { proposals } = useTrackProposals(projectId);
  const placements = usePlacements(projectId, listed, tracks);
  const { files, entries, actions } = placements;
  const { data: checks } = useChecks(projectId, files.some(isChecked));
  const rows = useMemo(() => rowsOf(files, entries, proposals?.tracks, checks), [files, entries, proposals, checks]);
  const assignable = useMemo(() => autoAssignments(files, entries).length, [files, entries]);
  useUndoKeys(actions);
  return { ...placements, rows, assignable };
}

export type Staging = ReturnType<typeof useStaging>;
