import { z } from 'zod';
import { id, line, paragraph, time } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';
import { emailField, nameField } from '../users/users.schema.js';

export const signupSources = ['homepage', 'hero', 'final_cta'] as const;

export const signupSchema = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    notes: z.string().nullable(),
    source: z.enum(signupSources),
    createdAt: time,
  })
  .meta({ id: 'Signup' });
export type SignupView = z.infer<typeof signupSchema>;

export const createSignupSchema = z
  .object({
    name: nameField,
    email: emailField,
    notes: paragraph(2_000).optional(),
    source: z.enum(signupSources).default('homepage'),
    /** A hidden field. Bots that fill in every field are recognised by it. */
    website: z.string().max(2_000).optional(),
  })
  .meta({ id: 'CreateSignup' });
export type CreateSignup = z.infer<typeof createSignupSchema>;

export const signupListQuery = pageQuery.extend({ search: line(200).optional() });
export type SignupListQuery = z.infer<typeof signupListQuery>;

export const mailingListStatsSchema = z
  .object({ total: z.number().int(), bySource: z.record(z.enum(signupSources), z.number().int()) })
  .meta({ id: 'MailingListStats' });
export type MailingListStats = z.infer<typeof mailingListStatsSchema>;
