export { NotFound as default } from '../ui/not-found';

export const meta = () => [{ title: 'Page not found · Lacquer' }];
