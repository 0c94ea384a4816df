import { type SlotWord, WORD_OF } from '../../reading/slot-words.js';
import type { SlotType } from '../../types.js';
import type { Item } from '../items.js';
import { defineSlotRule } from '../rule.js';
import { type Mention, mentionText, quote, ruleOf, type SlotReading, weight } from '../slot-mentions.js';

type SlotMeaning = SlotWord | 'version' | 'otherVersion' | 'otherFormat';

/** Evidence of a word: general knowledge or one of the studio's rules. */
const worded = (what: SlotMeaning, said: Mention, against = ''): Item => ({
  kind: `${ruleOf(said) ? 'convention' : 'named'}.${what}`,
  value: weight(said),
  text: () => mentionText(said, against),
});

function wordEvidence(slot: SlotType, reading: SlotReading): Item[] {
  const items: Item[] = [];
  const own = WORD_OF[slot];
  const version = own === 'instrumental' || own === 'clean';
  const mention = reading.slots.get(own);
  if (mention) items.push(worded(own, mention));
  for (const [other, said] of reading.slots) {
    if (other === own) continue;
    const otherVersion = other === 'instrumental' || other === 'clean';
    // An instrumental for streaming is an instrumental; a digital vinyl master is a vinyl master.
    if (mention && (version || (!otherVersion && own !== 'streaming'))) continue;
    const against = version ? 'otherVersion' : 'version';
    items.push(worded(otherVersion ? against : 'otherFormat', said, ' suggests another slot'));
  }
  if (reading.main && !version)
    items.push({
      kind: 'named.main',
      value: weight(reading.main),
      text: () => `${quote(reading.main!)}: the album version`,
    });
  if (reading.main && version)
    items.push({
      kind: 'named.mainAgainst',
      value: weight(reading.main),
      text: () => `${quote(reading.main!)}: the album version`,
    });
  return items;
}

export const slotWordRule = defineSlotRule({
  kinds: [
    'named.streaming',
    'named.vinyl',
    'named.hires',
    'named.cd',
    'named.instrumental',
    'named.clean',
    'named.version',
    'named.otherVersion',
    'named.otherFormat',
    'convention.streaming',
    'convention.vinyl',
    'convention.hires',
    'convention.cd',
    'convention.instrumental',
    'convention.clean',
    'convention.version',
    'convention.otherVersion',
    'convention.otherFormat',
    'named.main',
    'named.mainAgainst',
  ],
  examples: [
    { files: ['Ember streaming'], finds: ['named.streaming'] },
    { files: ['Ember vinyl'], slot: 'vinyl_master', finds: ['named.vinyl'] },
    { files: ['Ember hi-res'], slot: 'hires_master', finds: ['named.hires'] },
    { files: ['Ember CD'], slot: 'cd_master', finds: ['named.cd'] },
    { files: ['Ember instrumental'], slot: 'instrumental_master', finds: ['named.instrumental'] },
    { files: ['Ember clean'], slot: 'clean_master', finds: ['named.clean'] },
    { files: ['Ember vinyl'], finds: ['named.otherFormat'] },
    { files: ['Ember instrumental'], finds: ['named.version'] },
    { files: ['Ember instrumental'], slot: 'clean_master', finds: ['named.otherVersion'] },
    { files: ['Ember CD'], slot: 'instrumental_master', finds: ['named.otherFormat'] },
    { files: ['Ember master'], finds: ['named.main'] },
    { files: ['Ember master'], slot: 'clean_master', finds: ['named.mainAgainst'] },
    { files: ['Ember PM'], conventions: { PM: 'streaming_master' }, finds: ['convention.streaming'] },
    { files: ['Ember PM'], slot: 'vinyl_master', conventions: { PM: 'vinyl_master' }, finds: ['convention.vinyl'] },
    { files: ['Ember PM'], slot: 'hires_master', conventions: { PM: 'hires_master' }, finds: ['convention.hires'] },
    { files: ['Ember PM'], slot: 'cd_master', conventions: { PM: 'cd_master' }, finds: ['convention.cd'] },
    {
      files: ['Ember PM'],
      slot: 'instrumental_master',
      conventions: { PM: 'instrumental_master' },
      finds: ['convention.instrumental'],
    },
    { files: ['Ember PM'], slot: 'clean_master', conventions: { PM: 'clean_master' }, finds: ['convention.clean'] },
    { files: ['Ember PM'], conventions: { PM: 'clean_master' }, finds: ['convention.version'] },
    {
      files: ['Ember PM'],
      slot: 'instrumental_master',
      conventions: { PM: 'clean_master' },
      finds: ['convention.otherVersion'],
    },
    { files: ['Ember PM'], conventions: { PM: 'vinyl_master' }, finds: ['convention.otherFormat'] },
  ],
  of: ({ slot, words }) => wordEvidence(slot, words),
});
