import type { Draw } from '../draw.js';

const split = (text: string): string[] => text.trim().split(/\s*[,\n]\s*/);

const FIRST =
  split(`Amber, Broken, Cold, Distant, Early, Fading, Golden, Heavy, Iron, Jade, Little, Lonely, Midnight, Northern, Open,
  Paper, Quiet, Restless, Second, Silent, Slow, Summer, Tired, Velvet, Warm, Wooden, Yellow, Foreign, Borrowed, Hollow`);
const SECOND =
  split(`Anchor, Birds, Candle, Daughter, Engine, Fields, Garden, Harbour, Island, Kitchen, Letters, Mirror, Neighbour, Ocean,
  Promise, River, Satellite, Teeth, Umbrella, Valley, Weather, Window, Atlas, Bridges, Hospital, Lanterns, Motorway, Orchard, Stairs, Tigers`);
const SINGLE =
  split(`Ashes, Belong, Caravan, Drift, Echoes, Falter, Gravity, Horizon, Inverness, Kerosene, Lullaby, Marrow, Nocturne,
  Overgrown, Pilgrim, Quarry, Ritual, Sundial, Threshold, Undertow, Vagabond, Wilderness, Zephyr, Solstice, Mosaic, Ivory, Hinterland`);
const OTHER =
  split(`Días de Lluvia, La Última Noche, Corazón de Papel, Nachtzug, Über den Dächern, Grüne Augen, Kaltes Wasser, Mañana,
  Les Jours d'Après, Château Rouge, Sous la Pluie, Città Vuota, Vento del Nord, Perché No, Saudade, Coração, Amanhã Cedo, Stilla Vatten,
  Vår Sista Dag, Människor, Hjem Igjen, Blå Timer, Ostatni Raz, Cisza, Zimní Slunce, Kuolema, Yön Yli, Deniz Kıyısı`);
const PHRASES =
  split(`Don't Look Down, What You Said, I Was Here, All We Left Behind, Nobody's Fault, When It Rains, Ten Years Later,
  Call Me Back, The Way Home, Somebody Else's Dream, Out of the Blue, Back to Zero, Love Is a Verb, Say It Twice, Stay (Until Dawn),
  Wake Up!, How to Disappear, A Thousand Doors, Run Away With Me, It's Only Us`);
const NAMES =
  split(`Ada Voss, The Marlowes, Kilo Tango, Ruth & Simon, DJ Fennek, Northlight, Maja Lind, Los Carteros, Tomás Ferrer,
  Ida Bergström, Vera Kohl, Copper Hill Band, OLM, Jon Akers, Mara Reyes, Nils Petrow, Velour, Saint Ambrose, Yuki Tanabe, Glass Ankle,
  Peter van Dam, Zoë Hart, Ines Duarte, Kasper Holm, The Lantern Club, Small Hours, Ferris Oak, Tove Rask, Black Larch, Emil Sand`);
const ALBUMS =
  split(`Inland, Blue Hours, Second Nature, A House by the Water, Tender Machines, Long Division, Postcards, Everything After,
  Parallel Lives, Weekday Gods, Static & Snow, Common Ground, Half Light, Undone, What Remains, Cartography, Minor Saints, Overpass`);

/** Half of each list is for the batches that developers read, the other half for those that stay unread. */
export class Words {
  private readonly draw: Draw;
  private readonly half: 0 | 1;

  constructor(draw: Draw, half: 0 | 1) {
    this.draw = draw;
    this.half = half;
  }

  own<T>(list: readonly T[]): T[] {
    return list.filter((_, i) => i % 2 === this.half);
  }

  titles(count: number): string[] {
    const { draw } = this;
    const found = new Set<string>();
    while (found.size < count) {
      const kind = draw.next();
      if (kind < 0.45) found.add(`${draw.pick(this.own(FIRST))} ${draw.pick(this.own(SECOND))}`);
      else if (kind < 0.65) found.add(draw.pick(this.own(SINGLE)));
      else found.add(draw.pick(this.own(kind < 0.8 ? OTHER : PHRASES)));
    }
    return [...found];
  }

  artist(): string {
    return this.draw.pick(this.own(NAMES));
  }

  album(): string {
    return this.draw.pick(this.own(ALBUMS));
  }
}
