/** Missing where the page did not come over a secure connection. */
const locks = () => (navigator as Partial<Navigator>).locks;

const nameOf = (projectId: string) => `sending ${projectId}`;

/** Tells this browser's other tabs that this one sends files of the project, for as long as the last call said so. */
export function announceUploads(projectId: string): (uploading: boolean) => void {
  let end: (() => void) | null = null;
  return (sending) => {
    if (sending === (end !== null)) return;
    end?.();
    end = null;
    if (!sending) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    end = resolve;
    void locks()?.request(nameOf(projectId), { mode: 'shared' }, () => promise);
  };
}

/** Whether any tab of this browser sends files of the project. */
export async function isUploading(projectId: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === nameOf(projectId));
}
