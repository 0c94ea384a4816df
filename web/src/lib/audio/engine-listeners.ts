/** Notifications of the engine. Ids are those of versions. */
export interface EngineListeners {
  changed: () => void;
  /** The audio has ended, and nothing follows by itself. */
  ended: () => void;
  /** The following audio has become the audible one. */
  followed: () => void;
  failed: (id: string, wasPlaying: boolean) => void;
  aligned: (id: string, shiftS: number) => void;
}
