import { readFileSync } from 'node:fs';

/** Markup that would run if a page, mail or document did not escape it. */
export const MARKUP = `'"><img src=x onerror=ran()>`;
/** Longer markup for fields without a tight limit. */
export const MORE_MARKUP = `${MARKUP} <script>ran()</script> <svg/onload=ran()> [x](javascript:ran())`;

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

/** Fields that are never shown: secrets and object keys. */
const SECRET = /(password|token|code|codes\[\]|r2Keys?(\[\])?)$/i;

/** Every body field that takes free text, such as `POST /api/comments comment`. */
export function textFields(): string[] {
  const { paths, components } = JSON.parse(
    readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
  ) as Document;
  const within = (schema: Schema, path: string): string[] => {
    if (schema.$ref) return within(components.schemas[schema.$ref.split('/').at(-1)!]!, path);
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    const isText = schema.type === 'string' && !schema.enum && !schema.format;
    return [
      ...(isText ? [path] : []),
      ...parts.flatMap((part) => within(part, path)),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
        within(each, path ? `${path}.${name}` : name),
      ),
      ...(schema.items ? within(schema.items, `${path}[]`) : []),
    ];
  };
  const fields = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema ? within(schema, '').map((field) => `${method.toUpperCase()} ${path} ${field}`) : [];
    }),
  );
  return [...new Set(fields)].filter((field) => !SECRET.test(field));
}

/** Fields of a body that contain markup. */
export function markedFields(body: unknown, path = ''): string[] {
  if (typeof body === 'string') return body.includes('ran()') ? [path] : [];
  if (Array.isArray(body)) return body.flatMap((each) => markedFields(each, `${path}[]`));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, each]) => markedFields(each, path ? `${path}.${name}` : name));
}
