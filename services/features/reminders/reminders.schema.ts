import { z } from 'zod';
import { id, time } from '../../platform/http/fields.js';

/** Days after the due date; negative before it. */
const dayOffset = z.number().int();

export const remindersSchema = z
  .object({
    paused: z.boolean(),
    /** The next scheduled reminder; null if there is none. */
    next: z.object({ at: time, dayOffset }).nullable(),
    /** The last hundred reminders sent, newest first; the offset is null for one that was sent by hand. */
    sent: z.array(z.object({ id, dayOffset: dayOffset.nullable(), sentAt: time })),
    /** The reminder as it would be sent today. */
    preview: z.object({ subject: z.string(), text: z.string() }),
    /** Whether one can be sent by hand now, and if not, why not. */
    canSend: z.boolean(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Reminders' });
export type RemindersView = z.infer<typeof remindersSchema>;

export const pauseRemindersSchema = z.object({ paused: z.boolean() }).meta({ id: 'PauseReminders' });
export type PauseReminders = z.infer<typeof pauseRemindersSchema>;
