import { notFound } from '../../platform/errors.js';
import { deliveryCsv } from '../metadata/metadata-csv.lib.js';
import type { Delivery } from './deliveries.service.js';
import { addressOf, isPending } from './delivery-final.js';

/** A delivery as the CSV that stores and aggregators read, with the address of each final that the reader may download. */
export function deliveryTable(delivery: Delivery, publicUrl: string): string {
  const { sheet, places = [] } = delivery.edition.content;
  if (!sheet) throw notFound('Metadata');
  const byId = new Map(delivery.finals.map((final) => [final.fileId, final]));
  const finals = delivery.finals.map((final) => ({
    id: final.fileId,
    trackId: final.trackId,
    slotType: final.slotType,
    originalName: final.fileName,
    sha256: (final.copy ?? final).sha256,
    analysis: {
      durationS: final.durationS,
      loudness: { integratedLufs: final.integratedLufs },
      truePeakDbtp: final.truePeakDbtp,
    },
    can: { download: delivery.mayDownload && !isPending(final) },
  }));
  return deliveryCsv(sheet, places, finals, (fileId) => publicUrl + addressOf(byId.get(fileId)!, delivery));
}
