/** Where a moment of a file is heard. */
export const trackUrl = (projectId: string, fileId: string, seconds: number): string =>
  `/app/projects/${projectId}/tracks/${fileId}?t=${Math.floor(seconds)}`;
