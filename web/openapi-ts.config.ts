import { defineConfig } from '@hey-api/openapi-ts';

type Schema = { nullable?: boolean; enum?: unknown[]; allOf?: Schema[]; 'x-message'?: string };

/**
 * OpenAPI 3.0 allows null in an enum only if it is listed, which the server's document does not do. The generator also
 * loses the messages of nullable schemas, unless they are nested one level deeper.
 */
function treatNull(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Schema;
  if (schema.nullable && Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum.push(null);
  for (const child of Object.values(node)) treatNull(child);
  if (!schema.nullable || !schema['x-message']) return;
  const { nullable, ...inner } = schema;
  for (const key of Object.keys(inner)) delete schema[key as keyof Schema];
  Object.assign(schema, { nullable, allOf: [inner] });
}

/** The server's message for an invalid value of this schema. */
const messageOf = (schema: object) => (schema as Schema)['x-message'];

export default defineConfig({
  input: 'openapi.json',
  output: 'web/src/api/generated',
  parser: { patch: { input: treatNull } },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    '@hey-api/sdk',
    '@tanstack/react-query',
    {
      name: 'zod',
      // Forms validate requests with these schemas; `mini` keeps the bundle small.
      compatibilityVersion: 'mini',
      requests: false,
      responses: false,
      $resolvers: {
        string({ $, schema, nodes, plugin }) {
          const message = messageOf(schema);
          const { z } = plugin.imports;
          const { minLength, pattern } = schema;
          if (message && minLength)
            nodes.minLength = () => $(z).attr('minLength').call($.literal(minLength), $.literal(message));
          if (message && pattern) {
            const flags = pattern.includes('\\p{') ? 'u' : undefined;
            nodes.pattern = () => $(z).attr('regex').call($.regexp(pattern, flags), $.literal(message));
          }
          return undefined;
        },
        number({ $, schema, nodes, plugin }) {
          const message = messageOf(schema);
          const { z } = plugin.imports;
          const { minimum, exclusiveMinimum } = schema;
          if (message && typeof exclusiveMinimum === 'number')
            nodes.min = () => $(z).attr('gt').call($.literal(exclusiveMinimum), $.literal(message));
          else if (message && typeof minimum === 'number')
            nodes.min = () => $(z).attr('gte').call($.literal(minimum), $.literal(message));
          return undefined;
        },
      },
    },
  ],
});
