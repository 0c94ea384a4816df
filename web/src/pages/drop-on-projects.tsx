import { DropOnList } from '../features/projects/drop-on-list';
import { useSendFiles } from './use-send-files';

/** Stages files that are dropped on a page of projects in the project that the engineer chooses. */
export default function DropOnProjects() {
  const send = useSendFiles();
  return <DropOnList onFiles={send} />;
}
