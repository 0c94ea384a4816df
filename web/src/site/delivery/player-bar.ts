import { listLevelDb } from '../../lib/audio/list-level';
import { AlbumPlayer, type AlbumTrack } from './album-player';
import { mediaSession } from './media-session';

const STEP_S = 5;
const LONG_STEP_S = 15;
const PLAY = 'M4 2l10 6-10 6z';
const PAUSE = 'M3 2h4v12H3zM9 2h4v12H9z';

interface PlayButton {
  element: HTMLButtonElement;
  track: AlbumTrack;
  group: string;
  slot: string;
  /** False for sides and renderings, which Play all leaves out. */
  isTrack: boolean;
}

/** Shows the buttons that play previews, and the bar at the bottom of the page. */
export function wirePlayer(): void {
  const bar = document.getElementById('player');
  const elements = [...document.querySelectorAll<HTMLButtonElement>('button[data-play]')];
  if (!bar || elements.length === 0) return;
  const levelDb = listLevelDb(elements.map(loweredDb));
  const buttons = elements.map((element) => buttonOf(element, levelDb));
  const tracks = buttons.filter(({ isTrack }) => isTrack);
  const find = <E extends Element>(selector: string) => bar.querySelector<E>(selector)!;
  const [back, toggle, forward] = ['back', 'toggle', 'forward'].map((name) =>
    find<HTMLButtonElement>(`[data-do=${name}]`),
  ) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  const slider = find<HTMLInputElement>('input');
  const time = find<HTMLElement>('.time');
  const all = document.querySelector<HTMLButtonElement>('button[data-play-all]');

  const player = new AlbumPlayer(show);
  const session = mediaSession(player);

  function show(): void {
    const { track, playing } = player;
    bar!.hidden = track === null;
    document.body.classList.toggle('has-player', track !== null);
    for (const { element, track: own } of buttons) {
      const isOn = own.id === track?.id;
      draw(element, isOn && playing);
      element.setAttribute('aria-label', `${isOn && playing ? 'Pause' : 'Play'} ${own.title}`);
      element.closest('li')?.classList.toggle('on', isOn);
    }
    draw(toggle, playing);
    toggle.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    toggle.setAttribute('aria-busy', String(player.waiting));
    // A button that is really disabled would lose the focus with the last track.
    forward.setAttribute('aria-disabled', String(!track || player.queue.at(-1) === track));
    find('.title').textContent = player.failed ? 'This preview cannot be played' : (track?.title ?? '');
    if (all) all.textContent = playing ? 'Pause' : track ? 'Resume' : 'Play all';
    showTime();
    session.show();
  }

  function showTime(): void {
    const { position, duration } = player;
    slider.max = String(Math.ceil(duration ?? 0));
    slider.value = String(position);
    slider.setAttribute('aria-valuetext', `${clock(position)} of ${clock(duration ?? 0)}`);
    time.textContent = `${clock(position)} / ${clock(duration ?? 0)}`;
  }

  /** The pressed preview and, after it, of each following track the one of the same format. */
  function queueFrom(button: PlayButton): AlbumTrack[] {
    if (!button.isTrack) return [button.track];
    const groups = [...Map.groupBy(tracks, ({ group }) => group).values()];
    return groups.map((group) =>
      group.includes(button) ? button.track : (group.find(({ slot }) => slot === button.slot) ?? group[0]!).track,
    );
  }

  function press(button: PlayButton): void {
    if (player.track?.id === button.track.id) return player.toggle();
    const queue = queueFrom(button);
    player.start(queue, queue.indexOf(button.track));
  }

  for (const button of buttons) {
    button.element.hidden = false;
    button.element.addEventListener('click', () => press(button));
  }
  const [first] = tracks;
  if (all && first) {
    all.hidden = false;
    all.addEventListener('click', () => (player.track ? player.toggle() : press(first)));
  }
  back.addEventListener('click', () => player.step(-1));
  toggle.addEventListener('click', () => player.toggle());
  forward.addEventListener('click', () => player.step(1));
  slider.addEventListener('input', () => player.seek(Number(slider.value)));
  document.addEventListener('keydown', (event) => {
    if (!player.track || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    const isSlider = target === slider;
    if (!isSlider && target.closest(event.key === ' ' ? 'a, button, input, summary' : 'input')) return;
    const step = event.shiftKey ? LONG_STEP_S : STEP_S;
    const { key } = event;
    if (key === ' ') player.toggle();
    else if (key === 'ArrowLeft' || (isSlider && key === 'ArrowDown')) player.seek(player.position - step);
    else if (key === 'ArrowRight' || (isSlider && key === 'ArrowUp')) player.seek(player.position + step);
    else return;
    event.preventDefault();
  });
  setInterval(() => player.playing && showTime(), 250);
}

/** Whole decibels by which a preview is lower than its file. */
const loweredDb = ({ dataset }: HTMLButtonElement): number => Number(dataset.lowered);

/** `levelDb`: see `listLevelDb`. */
function buttonOf(element: HTMLButtonElement, levelDb: number): PlayButton {
  const { play = '', src = '', title = '', group = '', slot = '', track } = element.dataset;
  const gain = Math.min(1, 10 ** ((loweredDb(element) - levelDb) / 20));
  return { element, track: { id: play, src, title, gain }, group, slot, isTrack: track === 'true' };
}

const draw = (button: HTMLButtonElement, playing: boolean) =>
  button.querySelector('path')?.setAttribute('d', playing ? PAUSE : PLAY);

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
