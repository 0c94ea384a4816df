import { z } from 'zod';
import { emailField } from '../../users/users.schema.js';
import { ownCode } from '../second-factor/second-factor.schema.js';
import { newPassword } from '../sessions/session.schema.js';
import { linkKinds } from '../sign-in-link.js';

export const linkTokenField = z.string().regex(/^[\w-]{43}$/, 'This link is incomplete');

/** A page of the application or an invitation; redirects to anything else are refused. */
const appPath = z
  .string()
  .max(500)
  .regex(/^\/(app([/?#][^\\\s]*)?|invite\/[\w-]{43}(\?[^\\\s]*)?)$/);

export const oidcQuery = z.object({ next: appPath.default('/app') });
export type OidcQuery = z.infer<typeof oidcQuery>;

export const forgotPasswordSchema = z.object({ email: emailField }).meta({ id: 'ForgotPassword' });
export type ForgotPassword = z.infer<typeof forgotPasswordSchema>;

/** For the operator of a portal that sends no mail. */
export const resetLinkSchema = z.object({ url: z.string() }).meta({ id: 'ResetLink' });

export const requestLinkSchema = z
  .object({ email: emailField, next: appPath.optional() })
  .meta({ id: 'RequestSignInLink' });
export type RequestLink = z.infer<typeof requestLinkSchema>;

export const resetPasswordSchema = z
  .object({ token: linkTokenField, password: newPassword })
  .meta({ id: 'ResetPassword' });
export type ResetPassword = z.infer<typeof resetPasswordSchema>;

export const followLinkSchema = z.object({ token: linkTokenField }).meta({ id: 'FollowSignInLink' });
export type FollowLink = z.infer<typeof followLinkSchema>;

export const checkLinkSchema = z.object({ kind: z.enum(linkKinds), token: linkTokenField }).meta({ id: 'CheckLink' });
export type CheckLink = z.infer<typeof checkLinkSchema>;

export const changeAddressSchema = z
  .object({ email: emailField, password: z.string().max(128).optional(), code: ownCode })
  .meta({ id: 'ChangeSignInAddress' });
export type ChangeAddress = z.infer<typeof changeAddressSchema>;

export const confirmAddressSchema = z.object({ token: linkTokenField }).meta({ id: 'ConfirmSignInAddress' });
export type ConfirmAddress = z.infer<typeof confirmAddressSchema>;

export const confirmedAddressSchema = z
  .object({
    /** The address with which the user signs in from now on. */
    email: z.string(),
    /** After changing the address back: the token of a link with which its owner chooses a new password. */
    resetToken: z.string().optional(),
  })
  .meta({ id: 'ConfirmedSignInAddress' });

/** The page to show after signing in. */
export const followedLinkSchema = z.object({ next: z.string() }).meta({ id: 'FollowedLink' });

/** The data stored with the hash of a token. */
export const linkValueSchema = z.object({
  userId: z.uuid().nullable(),
  next: appPath.nullable(),
  /** The sign-in address that the link confirms. */
  email: z.string().optional(),
  /** Whether the link changes the address back, which also ends every access to the account. */
  undo: z.boolean().optional(),
});
export type LinkValue = z.infer<typeof linkValueSchema>;
