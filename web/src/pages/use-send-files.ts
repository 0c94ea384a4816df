import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useSession } from '../api/session';
import { stage } from '../features/staging/uploads';
import { type DroppedFile, judged } from '../lib/uploads/acceptance';
import { toast } from '../ui/toast';

/** Stages dropped files in a project and opens its staging area, where their progress is shown. */
export function useSendFiles(): (projectId: string, files: DroppedFile[]) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { limits } = useSession();
  return (projectId, files) => {
    const { good, refused } = judged(files, limits.maxStagingBytes);
    for (const { name, reason } of refused) toast.error(name, reason);
    if (good.length === 0) return;
    stage(projectId, good, client);
    void navigate(`/app/projects/${projectId}?tab=staging`, { preventScrollReset: true });
  };
}
