/** Log-odds per unit of evidence, by kind. */
export const WEIGHTS: Record<string, number> = {
  'title.exact': 4.5, 'title.words': 4, 'title.spelling': 3.5, 'title.abbreviation': 3, 'title.nothingElse': 1, 'title.unexplained': -1.3, 'title.other': -2.2,
  'title.rival': -1.5, 'title.insideAlbum': -3, 'title.folder': 3,
  'number.agrees': 2, 'number.structured': 2.5, 'number.alone': 2, 'number.disagrees': -1, 'number.beyond': -0.7,
  'isrc.agrees': 6, 'isrc.other': -5, 'isrc.stranger': -3, 'isrc.partial': -1,
  'tag.title': 3.5, 'tag.titleOther': -1.5, 'tag.number': 0.8, 'tag.numberOther': -0.5, 'tag.artistOther': -3,
  'duration.equal': 2, 'duration.only': 0.6, 'duration.near': 0.7, 'duration.off': -1.2, 'duration.far': -3,
  'sound.same': 5, 'sound.retouched': 4, 'sound.changed': 3.5, 'sound.other': -4, 'sound.elsewhere': -1,
  'word.acapella': -6, 'word.tv': -6, 'word.stem': -4, 'word.reference': -4, 'word.tone': -4, 'word.unfinished': -4.5, 'word.whole': -5, 'word.snippet': -5,
  'word.live': -3.5, 'word.remix': -4.5, 'word.sample': -4.5, 'word.spoken': -4, 'word.edit': -2, 'word.alternate': -1.5, 'word.older': -3, 'word.useless': -0.3, 'word.copy': -1.5,
  'shape.long': -3, 'shape.short': -3, 'shape.mono': -0.5, 'shape.float': -1.5, 'shape.lossyBeside': -3, 'shape.lossy': -0.5, 'format.conflict': -1,
  'slot.streaming': -2, 'slot.vinyl': -5, 'slot.hires': -4, 'slot.cd': -4, 'slot.instrumental': -6, 'slot.clean': -6, 'slot.filled': -0.7,
  'named.streaming': 2, 'named.vinyl': 6, 'named.hires': 4.5, 'named.cd': 4.5, 'named.instrumental': 7, 'named.clean': 7,
  'named.version': -5, 'named.otherVersion': -3, 'named.otherFormat': -3, 'named.otherToo': -1, 'named.main': 0.3, 'named.mainAgainst': -1,
  'format.streaming.standard.track': 1.5, 'format.streaming.standard.batch': 1.5, 'format.streaming.standard.alone': 1.5,
  'format.streaming.high.alone': 1, 'format.streaming.high.batch': 0, 'format.streaming.high.track': -1.5,
  'format.streaming.cd.alone': 1, 'format.streaming.cd.batch': -0.7, 'format.streaming.cd.track': -2, 'format.streaming.lossy.any': 0,
  'format.hires.high.track': 3.5, 'format.hires.high.batch': 2.5, 'format.hires.high.alone': 1,
  'format.hires.standard.track': -1.5, 'format.hires.standard.batch': -1.5, 'format.hires.standard.alone': -1.5,
  'format.hires.cd.track': -4, 'format.hires.cd.batch': -4, 'format.hires.cd.alone': -4, 'format.hires.lossy.any': -3,
  'format.cd.cd.track': 4, 'format.cd.cd.batch': 3, 'format.cd.cd.alone': 1.5,
  'format.cd.standard.track': -3, 'format.cd.standard.batch': -3, 'format.cd.standard.alone': -3,
  'format.cd.high.track': -4, 'format.cd.high.batch': -4, 'format.cd.high.alone': -4, 'format.cd.lossy.any': -3,
  'format.vinyl.high.track': 0.5, 'format.vinyl.high.batch': 0.5, 'format.vinyl.high.alone': 0.3,
  'format.vinyl.standard.track': -0.3, 'format.vinyl.standard.batch': -0.3, 'format.vinyl.standard.alone': 0,
  'format.vinyl.cd.track': -2, 'format.vinyl.cd.batch': -2, 'format.vinyl.cd.alone': -2, 'format.vinyl.lossy.any': -2,
  'format.version.standard': 0.2, 'format.version.high': 0, 'format.version.cd': 0, 'format.version.lossy': -0.5,
  'sound.instrumental': 6, 'sound.notWhole': -2.5, 'sound.unchanged': -3, 'sound.clean': 6, 'sound.quieter': 3.5,
  'contest.superseded': -4.5, 'contest.rival': -3,
};

/** Confidence = sigmoid(a + b · logit(p)). */
export const CALIBRATION = { a: 0, b: 1 };
