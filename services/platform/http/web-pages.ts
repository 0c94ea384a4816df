import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({
  routes: z.record(z.string(), z.object({ parentId: z.string().optional(), path: z.string().optional() })),
});

/**
 * Returns a function that checks whether the built web has a page for an address. It uses the list of routes in React
 * Router's manifest, without the catch-all page. Without a manifest every address counts.
 */
export function webPages(assets: string): (path: string) => boolean {
  const name = existsSync(assets) && readdirSync(assets).find((each) => /^manifest-[^.]*\.js$/.test(each));
  if (!name) return () => true;
  const script = readFileSync(join(assets, name), 'utf8');
  const { routes } = manifestSchema.parse(JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)));
  const patterns = Object.keys(routes)
    .map((id) => fullPath(routes, id))
    .filter((path) => path !== '*')
    .map((path) => path.split('/'));
  return (path) => {
    const parts = path.replace(/^\/|\/$/g, '').split('/');
    return patterns.some((pattern) => fits(pattern, parts));
  };
}

function fits(pattern: string[], parts: string[]): boolean {
  const open = pattern.at(-1) === '*';
  const fixed = open ? pattern.slice(0, -1) : pattern;
  if (open ? parts.length < fixed.length : parts.length !== fixed.length) return false;
  return fixed.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index] !== ''));
}

function fullPath(routes: z.infer<typeof manifestSchema>['routes'], id: string): string {
  const parts: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) {
    const path = routes[at]?.path;
    if (path) parts.unshift(path);
  }
  return parts.join('/');
}
