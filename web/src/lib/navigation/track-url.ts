/** Address of a track page, at a position if one is given. */
export const trackUrl = (projectId: string, fileId: string, seconds?: number): string =>
  `/app/projects/${projectId}/tracks/${fileId}${seconds === undefined ? '' : `?t=${Math.floor(seconds)}`}`;
