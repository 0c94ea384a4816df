import type { MarkerGroup } from './marker-groups';

/** The button of a mark on a waveform. `atX`: where its first comment is in pixels, from which it is placed. */
export function markerButton({ label, text, x, marker: { color } }: MarkerGroup, atX: number, size: number) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', label);
  button.title = label;
  Object.assign(button.style, {
    display: 'flex',
    justifyContent: 'center',
    alignItems: 'flex-start',
    width: `${size}px`,
    height: `${size}px`,
    padding: '0',
    transform: `translateX(${x - atX - size / 2 - 1}px)`,
    border: '0',
    background: 'none',
    cursor: 'pointer',
  });
  const mark = document.createElement('span');
  mark.textContent = text;
  Object.assign(mark.style, {
    boxSizing: 'border-box',
    minWidth: '20px',
    height: '20px',
    padding: '0 3px',
    borderRadius: '10px',
    background: color,
    color: '#fff',
    font: '600 11px/20px system-ui, sans-serif',
    textAlign: 'center',
  });
  button.append(mark);
  return button;
}

/** Colours a passage faintly; Chrome has `color-mix()` only since 111. */
export function tint(color: string): HTMLElement {
  const area = document.createElement('div');
  Object.assign(area.style, {
    position: 'absolute',
    inset: '0',
    background: color,
    opacity: '0.18',
    pointerEvents: 'none',
  });
  return area;
}
