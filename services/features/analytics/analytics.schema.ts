import { z } from 'zod';
import { line } from '../../platform/http/fields.js';
import { signupSources } from '../mailing-list/mailing-list.schema.js';

export const siteEventNames = [
  'modal_open',
  'signup',
  'error',
  'navigation_click',
  'external_link_click',
  'cta_click',
] as const;
export type SiteEventName = (typeof siteEventNames)[number];

export const countEventSchema = z
  .object({
    name: z.enum(siteEventNames),
    pageType: z.literal('public'),
    path: z
      .string()
      .max(200)
      .regex(/^\/(?!app(\/|$))/, 'Only public pages are counted'),
    source: z.enum(signupSources).optional(),
    /** The target of a link or the message of an error. */
    label: line(200).optional(),
  })
  .meta({ id: 'CountEvent' });
export type CountEvent = z.infer<typeof countEventSchema>;

export const analyticsQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });

export const analyticsSchema = z
  .object({
    /** Days (UTC) on which anything was counted, ascending. */
    days: z.array(z.object({ day: z.iso.date(), name: z.enum(siteEventNames), count: z.number().int() })),
    /** Totals over all these days, most frequent first; at most a hundred. */
    details: z.array(
      z.object({
        name: z.enum(siteEventNames),
        path: z.string(),
        source: z.string().nullable(),
        label: z.string().nullable(),
        count: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'Analytics' });
export type AnalyticsView = z.infer<typeof analyticsSchema>;
