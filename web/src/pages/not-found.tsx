import { titled } from '../lib/installation';
export { NotFound as default } from '../ui/not-found';

export const meta = () => [{ title: titled('Page not found') }];
