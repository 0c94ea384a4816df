import { defineConfig } from '@hey-api/openapi-ts';

type Schema = { nullable?: boolean; enum?: unknown[] };

/** OpenAPI 3.0 lets null through an enum only where it lists null, which the server's document leaves out. */
function listNullInEnums(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Schema;
  if (schema.nullable && Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum.push(null);
  for (const child of Object.values(node)) listNullInEnums(child);
}

export default defineConfig({
  input: 'openapi.json',
  output: 'web/src/api/generated',
  parser: { patch: { input: listNullInEnums } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', '@tanstack/react-query', 'zod'],
});
