import { Box, getPrimaryShade, Skeleton, Text, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import RegionsPlugin from 'wavesurfer.js/plugins/regions';
import { barsOf, type Peaks, PeaksError } from '../lib/audio/peaks';
import { peaksOptions } from './peaks-query';

const BAR = 2;
const GAP = 1;
const HEIGHT = 80;
/** Drawn when it is this close to the viewport. */
const AHEAD_PX = 400;

/** The playback position, for drawings that follow it. */
export interface Clock {
  playing: () => boolean;
  /** In seconds. */
  position: () => number;
  subscribe: (listener: () => void) => () => void;
}

/** A comment on the waveform. */
export interface Marker {
  id: string;
  seconds: number;
  /** Null for a single position. */
  endSeconds: number | null;
  /** The marker shows the first letter. */
  author: string;
  label: string;
  /** CSS colour. */
  color: string;
}

/** The part of a media element that wavesurfer uses; it only reports the position of the clock. */
class ClockFace extends EventTarget {
  readonly readyState = 4;
  readonly seeking = false;
  readonly ended = false;
  readonly muted = false;
  readonly volume = 1;
  readonly playbackRate = 1;
  readonly src = '';
  readonly currentSrc = '';

  constructor(
    private readonly clock: Clock,
    readonly duration: number,
  ) {
    super();
  }

  get paused(): boolean {
    return !this.clock.playing();
  }

  get currentTime(): number {
    return Math.min(this.clock.position(), this.duration);
  }
}

function markerButton({ label, author, color }: Marker): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', label);
  button.title = label;
  button.textContent = author.trim().charAt(0).toUpperCase();
  Object.assign(button.style, {
    display: 'block',
    width: '20px',
    height: '20px',
    padding: '0',
    transform: 'translateX(-11px)',
    border: '0',
    borderRadius: '50%',
    background: color,
    color: '#fff',
    font: '600 11px/20px system-ui, sans-serif',
    cursor: 'pointer',
  });
  return button;
}

interface LargeWaveformProps {
  peaksUrl: string;
  durationS: number;
  label: string;
  /** Null for a version that is not audible. */
  clock: Clock | null;
  markers: Marker[];
  onSeek: (seconds: number) => void;
  /** Called on Shift+click. */
  onShiftClick: (seconds: number) => void;
  onMarker: (id: string) => void;
}

/** Whether an element is or has been near the viewport; known before the first paint. */
function useNear() {
  const [near, setNear] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    if (element.getBoundingClientRect().top < window.innerHeight + AHEAD_PX) return setNear(true);
    const come = ([entry]: IntersectionObserverEntry[]) => entry?.isIntersecting && setNear(true);
    const observer = new IntersectionObserver(come, { rootMargin: `${AHEAD_PX}px` });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, near };
}

/** Width of an element; known before the first paint. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const look = () => setWidth(element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/**
 * The waveform of a track page: 80 px high, the played part in the brand colour, comments as small round marks. In long
 * lists, a waveform is drawn only when it comes near the viewport.
 */
export function LargeWaveform(props: LargeWaveformProps) {
  const { data: peaks, error } = useQuery(peaksOptions(props.peaksUrl));
  const { ref, near } = useNear();
  if (error && !peaks) {
    return (
      <Text size="sm" c="dimmed" h={HEIGHT} role="alert">
        {error instanceof PeaksError ? 'Failed to initialize waveform' : 'Failed to load waveform'}
      </Text>
    );
  }
  return (
    <Box ref={ref} h={HEIGHT}>
      {peaks && near ? <Drawing {...props} peaks={peaks} /> : <Skeleton h={HEIGHT} />}
    </Box>
  );
}

function Drawing({
  peaks,
  durationS,
  label,
  clock,
  markers,
  onSeek,
  onShiftClick,
  onMarker,
}: LargeWaveformProps & { peaks: Peaks }) {
  const element = useRef<HTMLDivElement>(null);
  const { ref: sized, width } = useWidth();
  const theme = useMantineTheme();
  const scheme = useComputedColorScheme('dark');
  const brand = theme.colors[theme.primaryColor]?.[getPrimaryShade(theme, scheme)] ?? '';
  // At least 3:1 against the background, which a brand colour may not have.
  const faint = scheme === 'dark' ? theme.colors.dark[2] : theme.colors.gray[6];
  const wave = useRef<WaveSurfer>(null);
  const regions = useRef<ReturnType<typeof RegionsPlugin.create>>(null);
  const marked = useRef(onMarker);
  useEffect(() => {
    marked.current = onMarker;
  });

  useEffect(() => {
    if (!element.current || width === 0) return;
    const plugin = RegionsPlugin.create();
    const still: Clock = { playing: () => false, position: () => 0, subscribe: () => () => undefined };
    const face = new ClockFace(clock ?? still, durationS);
    const drawn = WaveSurfer.create({
      container: element.current,
      media: face as unknown as HTMLMediaElement,
      height: HEIGHT,
      barWidth: BAR,
      barGap: GAP,
      maxPeak: 1,
      waveColor: faint,
      progressColor: brand,
      cursorColor: brand,
      cursorWidth: clock ? 1 : 0,
      interact: false,
      hideScrollbar: true,
      peaks: [barsOf(peaks, Math.floor((width + GAP) / (BAR + GAP)))],
      duration: durationS,
      plugins: [plugin],
    });
    plugin.on('region-clicked', (region, event) => {
      event.stopPropagation();
      marked.current(region.id);
    });
    wave.current = drawn;
    regions.current = plugin;
    let playing = false;
    const follow = () => {
      if (playing !== !face.paused) face.dispatchEvent(new Event(face.paused ? 'pause' : 'play'));
      playing = !face.paused;
      face.dispatchEvent(new Event('timeupdate'));
    };
    const stop = clock?.subscribe(follow);
    drawn.once('ready', follow);
    return () => {
      stop?.();
      drawn.destroy();
      wave.current = regions.current = null;
    };
  }, [peaks, durationS, clock, width, brand, faint]);

  useEffect(() => {
    const plugin = regions.current;
    if (!plugin) return;
    plugin.clearRegions();
    for (const marker of markers) {
      plugin.addRegion({
        id: marker.id,
        start: Math.min(marker.seconds, durationS),
        end: Math.min(marker.endSeconds ?? marker.seconds, durationS),
        color: marker.endSeconds === null ? marker.color : `color-mix(in srgb, ${marker.color} 18%, transparent)`,
        content: markerButton(marker),
        drag: false,
        resize: false,
      });
    }
  }, [markers, peaks, durationS, clock, width, brand, faint]);

  function click(event: MouseEvent<HTMLDivElement>) {
    const { left, width: across } = event.currentTarget.getBoundingClientRect();
    const seconds = (Math.min(Math.max(0, event.clientX - left), across) / across) * durationS;
    if (event.shiftKey) onShiftClick(seconds);
    else onSeek(seconds);
  }

  return (
    <Box
      ref={useMergedRef(element, sized)}
      h={HEIGHT}
      role="group"
      aria-label={label}
      onClick={click}
      style={{ cursor: 'pointer', touchAction: 'pan-y' }}
    />
  );
}
