import { deliverableKinds, slotTypes } from '../../lib/words';

/** Kinds of finals to which a delivery link can be restricted. */
export const formats = { ...slotTypes, ...deliverableKinds };
