/** The fields of a template with their meaning, in the order in which people see them. */
export const TEMPLATE_FIELDS = {
  nn: 'Track number, two digits',
  title: 'Track title',
  slot: 'What the master is for',
  bits: 'Bit depth',
  rate: 'Sample rate in kHz',
  project: 'Project title',
  name: 'Name of the uploaded file',
} as const;
export type TemplateField = keyof typeof TEMPLATE_FIELDS;
/** A field that is not known of a file is empty, and is left out of its name. */
export type TemplateValues = Record<TemplateField, string>;

export const DEFAULT_TEMPLATE = '{nn} {title} ({slot} {bits}-{rate})';
export const MAX_TEMPLATE = 200;
const MAX_FOLDERS = 3;

const isField = (name: string): name is TemplateField => Object.hasOwn(TEMPLATE_FIELDS, name);

/** Why a template cannot be used, for the person who typed it; null if it can. */
export function templateFault(template: string): string | null {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !isField(name));
  if (unknown !== undefined) return `{${unknown}} is not known`;
  if (/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))) return 'A brace is missing';
  if (!names.includes('title') && !names.includes('name')) return 'The name must contain {title} or {name}';
  if (template.split('/').length > MAX_FOLDERS + 1) return `There may be ${MAX_FOLDERS} folders at most`;
  return null;
}

/** Takes the place of an unknown value while a name is put together. */
const MISSING = '\0';

/**
 * The folders and the name that a template gives, without extension. An unknown value goes with the separators beside
 * it and with brackets that it leaves empty.
 */
export function fillTemplate(template: string, values: TemplateValues): string[] {
  return template.split('/').map((part) =>
    part
      .replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => (isField(name) ? values[name] || MISSING : whole))
      .replaceAll(/(?:[-_., ]*\0)+(?=[)\]]|$)/g, '')
      .replaceAll(/\0[-_., ]*/g, '')
      .replaceAll(/ *(?:\( *\)|\[ *\])/g, '')
      .trim(),
  );
}
