/** Undefined on pages without a secure connection. */
const locks = () => (navigator as Partial<Navigator>).locks;

const nameOf = (projectId: string) => `sending ${projectId}`;

/** Returns a function that notifies other tabs of this browser whether this one is uploading to the project. */
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

/** Whether any tab of this browser is uploading to the project. */
export async function isUploading(projectId: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === nameOf(projectId));
}
