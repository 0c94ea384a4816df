import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useSession } from '../api/session';
import { stage } from '../features/staging/uploads';
import { type DroppedFile, judgedToStage } from '../lib/uploads/acceptance';
import { packDdp } from '../lib/uploads/pack-ddp';
import { toast } from '../ui/toast';

/** Stages dropped files in a project and opens its staging area, where their progress is shown. */
export function useSendFiles(): (projectId: string, files: DroppedFile[]) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { limits } = useSession();
  return (projectId, files) => {
    const { good, refused, ddps } = judgedToStage(files, limits);
    for (const { name, reason } of refused) toast.error(name, reason);
    if (good.length + ddps.length === 0) return;
    if (good.length > 0) stage(projectId, good, client);
    for (const ddp of ddps) {
      void packDdp(ddp).then(
        (source) => stage(projectId, [source], client),
        () => toast.error(ddp.folder, 'The folder cannot be read'),
      );
    }
    void navigate(`/app/projects/${projectId}?tab=staging`, { preventScrollReset: true });
  };
}
