import type { WordClass } from '../lexicon/words.js';

/**
 * All properties of a kind of evidence. A kind that is missing from this table does not compile. The weight of each
 * kind is in weights.ts, fitted from the priors by `npm run fit:suggest`.
 */

interface KindFacts {
  /**
   * The value that the fit starts from and stays near: log-odds per unit, as a mastering engineer would guess them
   * before seeing a corpus. For `doubt.` and `competition.` the share of a claim, 0 to 1, that it takes.
   */
  prior: number;
  /** it keeps its prior, because a corpus shows it only by accident */
  fixed?: true;
  /** it names the track; without any such evidence a track is only guessed */
  namesTrack?: true;
  /** it agrees with a track that other evidence names */
  supports?: true;
  /** it identifies the track by itself, neither by a number nor by a similar length */
  tells?: true;
  /** it identifies the track by its length */
  ofLength?: true;
  /** it says which of the songs in a name, or which performance, is meant */
  settlesTitle?: true;
  /** kinds of one witness count once */
  witness?: 'title' | 'number' | 'length' | 'tag' | 'isrc' | 'sound';
  /** it says by itself which slot is meant */
  saysSlot?: true;
  /** no title, number or length outweighs it: an acapella of the right song is still an acapella */
  decisive?: true;
  /** what the word says about the file; shown after the word */
  says?: string;
  /** what the file seems to be if this decides */
  verdict?: string;
}

const table = <K extends string>(kinds: Record<K, KindFacts>): Readonly<Record<K, KindFacts>> => kinds;

export const KINDS = table({
  'title.match': { prior: 3.5, namesTrack: true, tells: true, witness: 'title' },
  'title.exact': { prior: 1 },
  'title.guessed': { prior: -0.4 },
  'title.nothingElse': { prior: 1 },
  'title.unexplained': { prior: -1.3 },
  'title.other': { prior: -2.2 },
  'title.rival': { prior: -1.5 },
  'title.insideAlbum': { prior: -3 },
  'title.folder': { prior: 3, namesTrack: true, tells: true, witness: 'title' },
  'number.agrees': { prior: 2, namesTrack: true, supports: true, witness: 'number' },
  'number.structured': { prior: 2.5, namesTrack: true, supports: true, witness: 'number' },
  'number.alone': { prior: 2 },
  'number.disagrees': { prior: -1 },
  'number.beyond': { prior: -0.7 },
  'track.guessed': { prior: -2 },
  'isrc.agrees': { prior: 6, namesTrack: true, tells: true, settlesTitle: true, witness: 'isrc' },
  'isrc.stranger': { prior: -3, verdict: 'A recording with an ISRC of another project' },
  'tag.title': { prior: 3.5, namesTrack: true, tells: true, settlesTitle: true, witness: 'tag' },
  'tag.titleOther': { prior: -1.5 },
  'tag.number': { prior: 0.8, namesTrack: true, supports: true },
  'tag.withLength': { prior: 3.5 },
  'tag.withLengthOther': { prior: -3.5 },
  'tag.artistOther': { prior: -3, verdict: "Another artist's recording" },
  'duration.equal': { prior: 2, namesTrack: true, tells: true, ofLength: true, settlesTitle: true, witness: 'length' },
  'duration.timed': { prior: 1.5 },
  'duration.left': { prior: 2.5, namesTrack: true, tells: true, ofLength: true },
  'duration.settles': { prior: 4.5 },
  'duration.renamed': { prior: 4 },
  'duration.renamedOther': { prior: -4 },
  'duration.only': { prior: 0.6 },
  'duration.sibling': { prior: 1, namesTrack: true },
  'duration.near': { prior: 0.7, supports: true },
  'duration.nearest': {
    prior: 1.2,
    namesTrack: true,
    tells: true,
    ofLength: true,
    settlesTitle: true,
    witness: 'length',
  },
  'duration.off': { prior: -1.2 },
  'duration.far': { prior: -3 },
  'duration.radioEdit': { prior: 2.5 },
  'sound.same': { prior: 5, namesTrack: true, tells: true, settlesTitle: true, witness: 'sound' },
  'sound.retouched': { prior: 4, namesTrack: true, tells: true, witness: 'sound' },
  'sound.changed': { prior: 3.5, namesTrack: true, tells: true, witness: 'sound' },
  'sound.other': { prior: -4, verdict: 'Sounds like another song' },
  'word.acapella': {
    prior: -6,
    decisive: true,
    says: 'vocals alone, which have no slot',
    verdict: 'Vocals alone, which have no slot',
  },
  'word.tv': {
    prior: -6,
    decisive: true,
    says: 'a TV or performance mix, which has no slot',
    verdict: 'A TV or performance mix, which has no slot',
  },
  'word.stem': { prior: -4, decisive: true, says: 'a stem or part', verdict: 'A stem or part, not a deliverable' },
  'word.reference': {
    prior: -4,
    says: 'a reference or an unmastered mix',
    verdict: 'A reference or unmastered mix, not a deliverable',
  },
  'word.tone': {
    prior: -4,
    decisive: true,
    says: 'noise, a tone or a test',
    verdict: 'Noise, a tone or a test, not a deliverable',
  },
  'word.unfinished': {
    prior: -4.5,
    decisive: true,
    says: 'a demo, take or sketch',
    verdict: 'A demo, take or sketch, not a deliverable',
  },
  'word.whole': {
    prior: -5,
    decisive: true,
    says: 'a whole side, album or sequence in one file',
    verdict: 'A whole side, album or sequence in one file',
  },
  'word.snippet': { prior: -5, decisive: true, says: 'a snippet', verdict: 'A snippet, not a deliverable' },
  'word.live': { prior: -3.5, says: 'another performance', verdict: 'Another performance, not one of the tracks' },
  'word.remix': {
    prior: -4.5,
    decisive: true,
    says: 'another version of the song',
    verdict: 'Another version of the song, not one of the tracks',
  },
  'word.sample': {
    prior: -4.5,
    decisive: true,
    says: 'a sample or effect',
    verdict: 'A sample or effect, not a deliverable',
  },
  'word.spoken': { prior: -4, decisive: true, says: 'speech or notes', verdict: 'Speech or notes, not a deliverable' },
  'word.surround': {
    prior: -5,
    decisive: true,
    says: 'a surround or headphone mix, which has no slot',
    verdict: 'A surround or headphone mix, which has no slot',
  },
  'word.edit': { prior: -2, says: 'an edit', verdict: 'An edit, which has no slot' },
  'word.alternate': { prior: -1.5, says: 'an alternate of another file', verdict: 'An alternate of another file' },
  'word.older': { prior: -3, says: 'an outdated version', verdict: 'An outdated version' },
  'shape.long': { prior: -3, verdict: 'Too long for any track' },
  'shape.short': { prior: -3, verdict: 'Too short for any track' },
  'shape.multichannel': { prior: -4, verdict: 'More than two channels, which have no slot' },
  'shape.float': { prior: -1.5 },
  'shape.lossyBeside': { prior: -3, fixed: true, verdict: 'A lossy copy next to lossless files' },
  'slot.streaming': { prior: -2 },
  'slot.vinyl': { prior: -5 },
  'slot.hires': { prior: -4 },
  'slot.cd': { prior: -4 },
  'slot.instrumental': { prior: -6 },
  'slot.clean': { prior: -6 },
  'slot.filled': { prior: -0.7, fixed: true },
  'house.vinyl': { prior: 7, fixed: true },
  'side.beside': { prior: 7.5 },
  'side.alone': { prior: 7 },
  'named.streaming': { prior: 2, saysSlot: true },
  'named.vinyl': { prior: 6, saysSlot: true },
  'named.hires': { prior: 4.5, saysSlot: true },
  'named.cd': { prior: 4.5, saysSlot: true },
  'named.instrumental': { prior: 7, saysSlot: true },
  'named.clean': { prior: 7, saysSlot: true },
  'named.version': { prior: -5 },
  'named.otherVersion': { prior: -3 },
  'named.otherFormat': { prior: -3 },
  // A studio's own word, once it is certain, weighs as much (within 0.5) as the fit gives a word that everybody uses:
  // `named`. A corpus contains no corrections to learn it from.
  'convention.streaming': { prior: 2, fixed: true, saysSlot: true },
  'convention.vinyl': { prior: 7.5, fixed: true, saysSlot: true },
  'convention.hires': { prior: 5, fixed: true, saysSlot: true },
  'convention.cd': { prior: 4.5, fixed: true, saysSlot: true },
  'convention.instrumental': { prior: 6.5, fixed: true, saysSlot: true },
  'convention.clean': { prior: 8, fixed: true, saysSlot: true },
  'convention.version': { prior: -5, fixed: true },
  'convention.otherVersion': { prior: -3, fixed: true },
  'convention.otherFormat': { prior: -3, fixed: true },
  'named.main': { prior: 0.3 },
  'named.mainAgainst': { prior: -1 },
  // A format that is the only one keeps its prior, because studios differ and the corpora count every use of such a
  // format as right.
  'format.streaming.standard.track': { prior: 1.5 },
  'format.streaming.standard.batch': { prior: 1.5 },
  'format.streaming.standard.alone': { prior: 1.5 },
  'format.streaming.high.alone': { prior: 1.1, fixed: true },
  'format.streaming.high.batch': { prior: 0 },
  'format.streaming.high.track': { prior: -1.5 },
  'format.streaming.cd.alone': { prior: 1.1, fixed: true },
  'format.streaming.cd.batch': { prior: -0.7 },
  'format.streaming.cd.track': { prior: -2 },
  'format.streaming.lossy.any': { prior: 0, fixed: true },
  'format.hires.high.track': { prior: 3.5 },
  'format.hires.high.batch': { prior: 2.5 },
  'format.hires.high.alone': { prior: 4.8, fixed: true },
  'format.hires.standard.any': { prior: -1.5 },
  'format.hires.cd.any': { prior: -4 },
  'format.hires.lossy.any': { prior: -3, fixed: true },
  'format.cd.cd.track': { prior: 4 },
  'format.cd.cd.batch': { prior: 3 },
  'format.cd.cd.alone': { prior: 5.2, fixed: true },
  'format.cd.standard.any': { prior: -3 },
  'format.cd.high.any': { prior: -4 },
  'format.cd.lossy.any': { prior: -3, fixed: true },
  'format.vinyl.high.track': { prior: 0.5 },
  'format.vinyl.high.batch': { prior: 0.5 },
  'format.vinyl.high.alone': { prior: 5.1, fixed: true },
  'format.vinyl.standard.any': { prior: -0.1 },
  'format.vinyl.cd.any': { prior: -2 },
  'format.vinyl.lossy.any': { prior: -2, fixed: true },
  'format.version.standard': { prior: 0.2 },
  'format.version.high': { prior: 0 },
  'format.version.cd': { prior: 0 },
  'format.version.lossy': { prior: -0.5, fixed: true },
  'sound.instrumental': { prior: 6, saysSlot: true },
  'sound.notWhole': { prior: -2.5 },
  'sound.unchanged': { prior: -3 },
  'sound.clean': { prior: 7, saysSlot: true },
  'sound.quieter': { prior: 6.5, saysSlot: true },
  'sound.quieterElsewhere': { prior: -2.5 },
  'doubt.foreignWord': { prior: 0.8, fixed: true },
  'doubt.unknownWord': { prior: 0.12, fixed: true },
  'doubt.otherSlot': { prior: 0.3, fixed: true },
  'doubt.length': { prior: 0.9, fixed: true },
  'doubt.soundElsewhere': { prior: 0.8, fixed: true },
  'doubt.nameElsewhere': { prior: 0.5, fixed: true },
  'competition.superseded': { prior: 0.96, fixed: true },
  'competition.rival': { prior: 0.85, fixed: true },
  'competition.undecided': { prior: 0.85, fixed: true },
  'competition.released': { prior: 0.6, fixed: true },
  'competition.olderFormat': { prior: 0.6, fixed: true },
});

export type EvidenceKind = keyof typeof KINDS;

/** Takes a share of a claim, however strong the claim is. */
export type DoubtKind = Extract<EvidenceKind, `doubt.${string}` | `competition.${string}`>;

/**
 * Limits a claim, whatever else supports it (veto.ts). If it `opens` the claim, it does not contradict it: the slot is
 * not known.
 */
export const VETOES = {
  'veto.alternate': { verdict: 'An alternate of another file' },
  'veto.bareNumber': {},
  'veto.byChance': {},
  'veto.conflict': {},
  'veto.float': { verdict: 'A 32-bit mix before mastering, not a deliverable' },
  'veto.format': {},
  'veto.edit': {},
  'veto.formatAlone': { opens: true },
  'veto.guessed': {},
  'veto.houseWord': { opens: true },
  'veto.left': {},
  'veto.level': {},
  'veto.live': {},
  'veto.lossy': {},
  'veto.mono': {},
  'veto.older': {},
  'veto.otherTitle': {},
  'veto.rule': {},
  'veto.several': {},
  'veto.sides': { opens: true },
  'veto.spelling': {},
  'veto.surround': {},
  'veto.unmastered': { verdict: 'A reference or unmastered mix, not a deliverable' },
} as const satisfies Record<string, { verdict?: string; opens?: true }>;

export type VetoKind = keyof typeof VETOES;

const facts: Readonly<Record<string, { verdict?: string; opens?: true }>> = { ...KINDS, ...VETOES };

export const verdictOfKind = (kind: EvidenceKind | VetoKind): string | undefined => facts[kind]?.verdict;

/** True for a veto that leaves the slot to the studio. */
export const opensSlot = (kind: VetoKind): boolean => facts[kind]?.opens === true;

/** The kind of a word that takes a file out of all slots, or null. */
export const wordKind = (wordClass: WordClass): EvidenceKind | null => {
  const kind = `word.${wordClass}`;
  return kind in KINDS ? (kind as EvidenceKind) : null;
};
