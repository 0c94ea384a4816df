import type { DocumentBrand } from '../../platform/documents/document.js';
import type { Studio } from '../studio/studio.entity.js';
import { studioTitle } from '../studio/studio-brand.lib.js';
import type { StudioSettingsView } from './studio.schema.js';

/** The brand as shown on documents. */
export const documentBrand = (studio: Studio): DocumentBrand => ({
  name: studioTitle(studio),
  color: studio.brandColor,
  logo: studio.brandLogo,
});

export const settingsView = (studio: Studio): StudioSettingsView => ({
  currency: studio.currency,
  timeZone: studio.timeZone,
  brandName: studio.brandName || null,
  brandColor: studio.brandColor || null,
  brandLogo: studio.brandLogo || null,
  twitter: studio.twitter || null,
  instagram: studio.instagram || null,
  facebook: studio.facebook || null,
  contactEmail: studio.contactEmail || null,
  mailClosing: studio.mailClosing || null,
  legalName: studio.legalName || null,
  address: studio.address || null,
  taxId: studio.taxId || null,
  paymentInstructions: studio.paymentInstructions || null,
  reminderDays: studio.reminderDays,
  reminderTime: studio.reminderTime,
  deliveryReminderDays: studio.deliveryReminderDays,
  fileNameTemplate: studio.fileNameTemplate,
  albumGapFrames: studio.albumGapFrames,
  pqStartFrames: studio.pqStartFrames,
  pqEndFrames: studio.pqEndFrames,
  requiresSecondFactor: studio.requiresSecondFactor,
});
