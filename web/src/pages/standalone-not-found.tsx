import { titled } from '../lib/installation';
import { NotFound } from '../ui/not-found';

export const meta = () => [{ title: titled('Page not found') }];

/** Not-found page outside the portal’s shell. */
export default function StandaloneNotFound() {
  return (
    <main>
      <NotFound />
    </main>
  );
}
