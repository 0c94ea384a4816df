import { ean13, hasRightCheckDigit, isIsrc } from './codes.js';
import { error, type Finding, note, warning } from './findings.js';
import type { Ddp } from './read.js';

/** UPC, ISRCs and CD-Text by themselves. */
export function checkDescriptors(ddp: Ddp): Finding[] {
  return [...upc(ddp), ...isrcs(ddp), ...cdText(ddp)];
}

function upc(ddp: Ddp): Finding[] {
  const { identifier, pq } = ddp.upc;
  const found: Finding[] = [];
  const code = pq || identifier;
  const digits = ean13(code);
  if (code && !digits) found.push(warning('upc_form', `“${code}” is not a UPC or EAN.`));
  if (digits && !hasRightCheckDigit(digits)) {
    found.push(warning('upc_check_digit', `The check digit of the UPC ${code} is wrong.`));
  }
  if (identifier && !pq) {
    found.push(warning('upc_not_in_pq', 'The UPC is in DDPID but not in the PQ descriptor, so the disc may lack it.'));
  }
  const different = new Set(ddp.pq.flatMap(({ upc }) => (upc ? [ean13(upc) ?? upc] : [])));
  if (different.size > 1) {
    found.push(warning('upcs_differ', `The PQ descriptor has different UPCs: ${[...different].join(', ')}.`));
  }
  if (identifier && pq && ean13(identifier) !== ean13(pq)) {
    found.push(warning('upcs_differ', `DDPID has the UPC ${identifier}, the PQ descriptor ${pq}.`));
  }
  return found;
}

function isrcs({ tracks, pq }: Ddp): Finding[] {
  const found: Finding[] = [];
  for (const { number, isrc } of tracks) {
    if (isrc && !isIsrc(isrc)) found.push(warning('isrc_form', `“${isrc}” of track ${number} is not an ISRC.`, number));
    const codes = new Set(
      pq.filter((packet) => Number(packet.track) === number && packet.isrc).map((each) => each.isrc),
    );
    if (codes.size > 1) {
      found.push(warning('isrcs_differ', `Track ${number} has different ISRCs: ${[...codes].join(', ')}.`, number));
    }
  }
  for (const [isrc, those] of Map.groupBy(tracks, (track) => track.isrc)) {
    if (!isrc || those.length < 2) continue;
    const numbers = those.map(({ number }) => number).join(', ');
    found.push(warning('isrc_twice', `The tracks ${numbers} have the same ISRC ${isrc}.`, those[0]!.number));
  }
  return found;
}

function cdText(ddp: Ddp): Finding[] {
  const { cdText: text, cdTextFile, tracks } = ddp;
  if (!cdTextFile) return [note('no_cdtext', 'There is no CD-Text.')];
  if (!cdTextFile.path) return [];
  if (!text || text.packs === 0) return [error('cdtext_empty', 'The file with the CD-Text has no pack.')];
  const found: Finding[] = [];
  if (text.damaged.length > 0) {
    const number = text.damaged.length;
    const which = number === 1 ? `Pack ${text.damaged[0]} of the CD-Text has` : `${number} packs of the CD-Text have`;
    found.push(error('cdtext_crc', `${which} a wrong checksum.`));
  }
  if (text.charset > 1) found.push(note('cdtext_charset', 'The CD-Text is not in Latin-1 and is not compared.'));
  else found.push(note('cdtext_latin', 'CD-Text holds the letters of Western European languages only (Latin-1).'));
  if (text.blocks > 1)
    found.push(note('cdtext_blocks', `The CD-Text has ${text.blocks} languages. One of them is shown.`));
  if (text.extraBytes > 0) {
    found.push(note('cdtext_extra', `The CD-Text has ${text.extraBytes} bytes that belong to no pack.`));
  }
  const [disc = '', ...codes] = text.codes;
  const upc = ddp.upc.pq || ddp.upc.identifier;
  if (disc && ean13(disc) !== ean13(upc)) {
    found.push(warning('cdtext_upc', `The CD-Text has the UPC ${disc}, the DDP ${upc || 'none'}.`));
  }
  tracks.forEach(({ number, isrc }, at) => {
    const code = codes[at]?.replaceAll('-', '');
    if (code && code !== isrc) {
      found.push(
        warning(
          'cdtext_isrc',
          `Track ${number} has the ISRC ${code} in the CD-Text, and ${isrc || 'none'} on the disc.`,
          number,
        ),
      );
    }
  });
  const titles = (text.texts.title?.length ?? 1) - 1;
  if (titles > tracks.length) {
    found.push(warning('cdtext_tracks', `The CD-Text has titles of ${titles} tracks, but there are ${tracks.length}.`));
  }
  return found;
}
