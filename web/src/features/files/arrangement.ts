import type { Card } from './cards';

export interface Arrangement {
  /** Card ids; missing cards follow in their original order. */
  order: string[];
  titles: Record<string, string>;
}

export const untouched: Arrangement = { order: [], titles: {} };

/** Applies a person's order and titles to the cards. */
export function arranged(cards: Card[], { order, titles }: Arrangement): Card[] {
  const places = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ id }: Card) => places.get(id) ?? order.length;
  return cards
    .map((card) => ({ ...card, title: titles[card.id] ?? card.title }))
    .sort((one, other) => placeOf(one) - placeOf(other));
}
