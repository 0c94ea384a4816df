import { describe, expect, it } from '@jest/globals';
import { judge } from './judged.testing.js';

const LANGUAGES = {
  English: ['Harbour Wall', 'Slow Lightning', 'Copper Field', 'Nine Doors', 'Under Ice', 'Late Ferry'],
  Spanish: ['Orilla Norte', 'Ceniza', 'La Última Curva', 'Marea', 'Piedra y Sal', 'Viento Sur'],
  Russian: ['Северный ветер', 'Чайка', 'Последний трамвай', 'Дом у моря', 'Зимний сад', 'Река'],
};

describe.each(Object.entries(LANGUAGES))('folders named after songs in %s', (_, some) => {
  const titles = some.flatMap((title) => [title, `${title} Zwo`]);

  it.each([1, 2, 3, 12])('name the tracks of files that are named alike, for %d songs', (size) => {
    const files = titles.slice(0, size).flatMap((folder) => [
      { name: 'Master.wav', folder: `Inland/${folder}` },
      { name: 'Instrumental.wav', folder: `Inland/${folder}` },
    ]);
    const found = judge(files, { titles });
    expect(found.map(({ assigned }) => assigned)).toEqual(
      files.map((__, i) => `${Math.floor(i / 2) + 1} ${i % 2 ? 'instrumental' : 'streaming'}`),
    );
  });
});
