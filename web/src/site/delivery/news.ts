import { store, stored } from '../../api/stored';

/** Shows what is new since the last visit, which only this browser remembers. */
export function showNews(): void {
  const page = document.querySelector<HTMLElement>('main[data-link]');
  const news = document.getElementById('news');
  if (!page || !news) return;
  const key = `delivery ${page.dataset.link}`;
  const seen = Number(stored(key));
  const editions = [...document.querySelectorAll<HTMLElement>('[data-edition]')];
  const fresh = seen ? editions.filter(({ dataset }) => Number(dataset.edition) > seen) : [];
  const changes = fresh.flatMap((edition) => [...edition.querySelectorAll('li')]);
  news.querySelector('ul')?.append(...changes.map((change) => change.cloneNode(true)));
  news.hidden = changes.length === 0;
  store(key, page.dataset.newest ?? '');
}
