import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { badRequest, conflict, notFound } from '../../platform/errors.js';
import type { Actor, Engineer } from '../../platform/http/actor.js';
import { cleanPictureAddress } from '../../platform/pictures/picture.js';
import { recordAudit } from '../audit/audit.writes.js';
import { studioSessionsChanged } from '../auth/auth.events.js';
import { SecondFactorService } from '../auth/second-factor/second-factor.service.js';
import { onlyStudioOf } from '../memberships/memberships.lib.js';
import { bumpAlbumRevisions } from '../projects/projects.writes.js';
import { Studio } from '../studio/studio.entity.js';
import { updateStudio } from '../studio/studio.writes.js';
import { studioTitle } from '../studio/studio-brand.lib.js';
import type { StudioSettingsView, UpdateStudioSettings } from './studio.schema.js';
import { settingsView } from './studio.view.js';

type StudioChanges = Omit<UpdateStudioSettings, 'password'>;

/** A person at an unlocked computer must not be able to redirect a studio's payments. */
/** Changes of these make albums of the studio out of date. */
const ALBUM_FIELDS = ['albumGapFrames', 'pqStartFrames', 'pqEndFrames'] as const;

const PAYEE = {
  legalName: 'legal name',
  address: 'address',
  taxId: 'tax ID',
  paymentInstructions: 'payment instructions',
};

const payeeChanges = (studio: Studio, changes: StudioChanges) =>
  (Object.keys(PAYEE) as (keyof typeof PAYEE)[]).filter(
    (field) => changes[field] !== undefined && changes[field] !== studio[field],
  );

const changesRequirement = (studio: Studio, { requiresSecondFactor }: StudioChanges) =>
  requiresSecondFactor !== undefined && requiresSecondFactor !== studio.requiresSecondFactor;

@Injectable()
export class StudioService {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactorService,
  ) {}

  async settings({ studioId }: Engineer): Promise<StudioSettingsView> {
    return settingsView(await this.database.manager.findOneByOrFail(Studio, { id: studioId }));
  }

  /** Whether the change affects the payee, the payment instructions or the rules for signing in. */
  async needsPassword({ studioId }: Engineer, changes: StudioChanges): Promise<boolean> {
    const studio = await this.database.manager.findOneByOrFail(Studio, { id: studioId });
    return payeeChanges(studio, changes).length > 0 || changesRequirement(studio, changes);
  }

  /**
   * Changes settings. Existing quotes and invoices keep their currency.
   * @throws AppError 400 for a time zone that PostgreSQL does not know, 422 for an invalid logo, 409 for requiring
   * two-step sign-in without using it.
   */
  async update(engineer: Engineer, changes: StudioChanges): Promise<StudioSettingsView> {
    const { studioId, userId } = engineer;
    if (changes.requiresSecondFactor && !(await this.factors.isOn(userId))) {
      throw conflict('second_factor_missing', 'Set up two-step sign-in for yourself first; then you can require it');
    }
    if (changes.timeZone) await this.assertKnownTimeZone(changes.timeZone);
    const brandLogo = changes.brandLogo && (await cleanPictureAddress(changes.brandLogo));
    if (Object.keys(changes).length > 0) {
      await this.database.transaction(async (tx) => {
        const before = await tx.manager.findOneByOrFail(Studio, { id: studioId });
        await updateStudio(tx, studioId, { ...changes, brandLogo });
        const payee = payeeChanges(before, changes);
        if (payee.length > 0) {
          const subject = `payee of invoices: ${payee.map((field) => PAYEE[field]).join(', ')}`;
          await recordAudit(tx, { action: 'account_changed', subject, subjectId: studioId });
        }
        if (changes.contactEmail !== undefined && (changes.contactEmail || null) !== (before.contactEmail || null)) {
          const subject = `contact address of the studio: ${changes.contactEmail || 'none'}`;
          await recordAudit(tx, { action: 'account_changed', subject, subjectId: studioId });
        }
        if (changesRequirement(before, changes)) {
          const subject = `two-step sign-in ${changes.requiresSecondFactor ? 'required' : 'no longer required'} of engineers`;
          await recordAudit(tx, { action: 'account_changed', subject, subjectId: studioId });
          tx.live(studioSessionsChanged(studioId));
        }
        if (ALBUM_FIELDS.some((field) => changes[field] !== undefined && changes[field] !== before[field])) {
          await bumpAlbumRevisions(tx, studioId);
        }
        tx.live({ topic: 'studio', studioId });
      });
    }
    return this.settings(engineer);
  }

  /** Null for a client of several studios or none; studios that have suspended the client do not count. */
  async brandFor({ userId, studioId }: Actor): Promise<StudioSettingsView | null> {
    if (studioId) return this.brand(studioId);
    const found = await onlyStudioOf(this.database, userId);
    return found && { ...settingsView(found), brandName: studioTitle(found) };
  }

  /**
   * The studio's brand, which is public.
   * @throws AppError 404.
   */
  async brand(studioId: string): Promise<StudioSettingsView> {
    const studio = await this.database.manager.findOneBy(Studio, { id: studioId });
    if (!studio) throw notFound('Studio');
    return settingsView(studio);
  }

  /** PostgreSQL computes due dates, so it has to know the time zone. */
  private async assertKnownTimeZone(timeZone: string): Promise<void> {
    const [known] = await this.database.query('SELECT 1 FROM pg_timezone_names WHERE name = $1', [timeZone]);
    const message = 'This time zone is not known';
    if (!known) throw badRequest('invalid', message, { fields: [{ field: 'timeZone', message }] });
  }
}
