import { z } from 'zod';

const codeField = z.string().trim().max(40);

/** Needed where two-step sign-in is on. */
export const ownCode = codeField.optional();

export const secondFactorCode = z.object({ code: codeField.min(1, 'Enter the code') }).meta({ id: 'SecondFactorCode' });
export type SecondFactorCode = z.infer<typeof secondFactorCode>;

/** The secret for an authenticator app. */
export const newSecondFactorSchema = z
  .object({
    /** For manual entry. */
    secret: z.string(),
    /** For a QR code. */
    uri: z.string(),
  })
  .meta({ id: 'NewSecondFactor' });
export type NewSecondFactor = z.infer<typeof newSecondFactorSchema>;

/** Each can be used once instead of a code. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });

export const confirmSelfSchema = z.object({ password: z.string().max(128).optional() }).meta({ id: 'ConfirmSelf' });
export type ConfirmSelf = z.infer<typeof confirmSelfSchema>;

/** Requires a code too, because a stolen password must not be enough to switch two-step sign-in off. */
export const switchOffSchema = confirmSelfSchema.extend(secondFactorCode.shape).meta({ id: 'SwitchOffSecondFactor' });
export type SwitchOff = z.infer<typeof switchOffSchema>;
