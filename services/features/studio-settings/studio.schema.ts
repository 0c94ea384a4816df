import { z } from 'zod';
import { MAX_TEMPLATE, templateFault } from '../../file-names/template.js';
import { currencies } from '../../platform/domain-words.js';
import { line, message, paragraph } from '../../platform/http/fields.js';
import { emailField } from '../users/users.schema.js';

/** Length of a 512 KB picture in base64 with its prefix. Pictures are re-encoded before they are stored. */
const MAX_LOGO = 700_000;
const PICTURE = /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/;

const brand = {
  brandName: z.string().nullable(),
  /** #RRGGBB. */
  brandColor: z.string().nullable(),
  /** A data: URL, because pages and documents load nothing from other hosts. */
  brandLogo: z.string().nullable(),
  twitter: z.string().nullable(),
  instagram: z.string().nullable(),
  facebook: z.string().nullable(),
};

export const studioBrandSchema = z.object(brand).meta({ id: 'StudioBrand' });

export const studioSettingsSchema = z
  .object({
    currency: z.enum(currencies),
    /** IANA name. */
    timeZone: z.string(),
    ...brand,
    /** Receives clients' replies to mails; null if the project's engineer does. */
    contactEmail: z.string().nullable(),
    /** The last lines of mails to clients; may have several lines. */
    mailClosing: z.string().nullable(),
    legalName: z.string().nullable(),
    address: z.string().nullable(),
    taxId: z.string().nullable(),
    /** Payment instructions shown on invoices; may have several lines. */
    paymentInstructions: z.string().nullable(),
    /** Days after an invoice's due date, negative before it; ascending. */
    reminderDays: z.array(z.number().int()),
    /** HH:MM in the studio's time zone. */
    reminderTime: z.string(),
    /** Days after which people are reminded of a delivery that was not downloaded; 0 for never. */
    deliveryReminderDays: z.number().int(),
    /** How released files are named in an archive, such as `{nn} {title}`. */
    fileNameTemplate: z.string(),
    /** Pause between the tracks of an album in CD frames of 1/75 s, where a track has none of its own. */
    albumGapFrames: z.number().int(),
    /** PQ offsets of made discs in CD frames: how far index 01 is before the music. */
    pqStartFrames: z.number().int(),
    /** How far index 00 and the lead-out are after the music. */
    pqEndFrames: z.number().int(),
    /** Whether every engineer of the studio must have two-step sign-in. */
    requiresSecondFactor: z.boolean(),
  })
  .meta({ id: 'StudioSettings' });
export type StudioSettingsView = z.infer<typeof studioSettingsSchema>;

/** An empty text is returned as null; both are accepted. */
const optional = (field: z.ZodType<string, string>) =>
  field
    .nullable()
    .transform((value) => value ?? '')
    .optional();

const NO_TIME = 'The time must be of the form HH:MM';

/** Ten seconds. */
const MOST_GAP_FRAMES = 750;
const WRONG_GAP = 'The pause must be between 0 and 10 seconds';
/** Half a second: checks of discs warn of music that begins later after its index. */
const MOST_OFFSET_FRAMES = 37;
const WRONG_OFFSET = `Enter 0 to ${MOST_OFFSET_FRAMES} frames`;
const pqOffset = z
  .number()
  .int()
  .min(0, WRONG_OFFSET)
  .max(MOST_OFFSET_FRAMES, WRONG_OFFSET)
  .meta(message(WRONG_OFFSET));

const isPicture = (value: string) => value === '' || PICTURE.test(value);

/** Absent fields stay as they are. */
export const updateStudioSettingsSchema = z
  .object({
    /** The caller's password; needed to change the payee on invoices, or whether two-step sign-in is required. */
    password: z.string().max(128).optional(),
    currency: z.enum(currencies).optional(),
    timeZone: z.string().max(64).refine(isTimeZone, 'This time zone is not known').optional(),
    brandName: optional(line(200)),
    brandColor: optional(z.string().regex(/^(#[0-9a-fA-F]{6})?$/, 'The colour must be of the form #RRGGBB')),
    brandLogo: optional(
      z
        .string()
        .max(MAX_LOGO, 'The logo may have 512 KB at most')
        .refine(isPicture, 'The logo must be a PNG, JPEG, WebP or GIF'),
    ),
    twitter: optional(line(200)),
    instagram: optional(line(200)),
    facebook: optional(line(200)),
    contactEmail: optional(z.union([z.literal(''), emailField])),
    mailClosing: optional(paragraph(500)),
    legalName: optional(line(200)),
    address: optional(paragraph(500)),
    taxId: optional(line(100)),
    paymentInstructions: optional(paragraph(2_000)),
    reminderDays: z
      .array(z.number().int().min(-30).max(60))
      .max(10, 'There may be ten reminders at most')
      .refine((days) => new Set(days).size === days.length, 'Each day may be named once')
      .transform((days) => days.toSorted((a, b) => a - b))
      .optional(),
    reminderTime: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, NO_TIME)
      .meta(message(NO_TIME))
      .optional(),
    deliveryReminderDays: z.number().int().min(0).max(90, 'At most 90 days').optional(),
    fileNameTemplate: line(MAX_TEMPLATE)
      .refine((template) => templateFault(template) === null, {
        error: ({ input }) => templateFault(String(input)) ?? undefined,
      })
      .optional(),
    albumGapFrames: z
      .number()
      .int()
      .min(0, WRONG_GAP)
      .max(MOST_GAP_FRAMES, WRONG_GAP)
      .meta(message(WRONG_GAP))
      .optional(),
    pqStartFrames: pqOffset.optional(),
    pqEndFrames: pqOffset.optional(),
    requiresSecondFactor: z.boolean().optional(),
  })
  .meta({ id: 'UpdateStudioSettings' });
export type UpdateStudioSettings = z.infer<typeof updateStudioSettingsSchema>;

/** Named zones only: an offset such as +02:00 has no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
