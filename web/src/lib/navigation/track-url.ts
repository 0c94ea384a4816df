/** Address of a track page at a position. */
export const trackUrl = (projectId: string, fileId: string, seconds: number): string =>
  `/app/projects/${projectId}/tracks/${fileId}?t=${Math.floor(seconds)}`;
