import { Box, getPrimaryShade, Skeleton, Text, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { useMediaQuery, useMergedRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import RegionsPlugin from 'wavesurfer.js/plugins/regions';
import { barsOf, type Peaks, PeaksError } from '../lib/audio/peaks';
import { markerButton, tint } from './marker-button';
import { groupMarkers, type Marker, type MarkerGroup } from './marker-groups';
import { peaksOptions } from './peaks-query';

const BAR = 2;
const GAP = 1;
const HEIGHT = 80;
/** A shorter movement is a click. */
const DRAG_PX = 6;
/** Drawn when it is this close to the viewport. */
const AHEAD_PX = 400;

/** The playback position, for drawings that follow it. */
export interface Clock {
  playing: () => boolean;
  /** In seconds. */
  position: () => number;
  subscribe: (listener: () => void) => () => void;
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

/** Width in pixels that a marker needs: for a mouse as large as it is drawn, for a thumb more. */
const MARKER = { mouse: 22, thumb: 44 };

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
  /** Called with all comments of a mark. */
  onMarker: (ids: string[]) => void;
  /** A passage to show; without an end while only its start is set. */
  passage?: { from: number; to: number | null } | null;
  /** Called when a person drags across a passage. */
  onPassage?: (passage: { from: number; to: number }) => void;
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
  passage = null,
  onPassage,
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
  const size = useMediaQuery('(pointer: coarse)') ? MARKER.thumb : MARKER.mouse;
  const groups = useRef(new Map<string, MarkerGroup>());
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
      marked.current(groups.current.get(region.id)?.ids ?? [region.id]);
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
    const found = groupMarkers(markers, durationS, width, size).map((group) => [group.marker.id, group] as const);
    groups.current = new Map(found);
    for (const marker of markers.filter(({ id, endSeconds }) => endSeconds !== null || groups.current.has(id))) {
      const group = groups.current.get(marker.id);
      const region = plugin.addRegion({
        id: marker.id,
        start: Math.min(marker.seconds, durationS),
        end: Math.min(marker.endSeconds ?? marker.seconds, durationS),
        color: marker.endSeconds === null ? marker.color : 'transparent',
        content: group && markerButton(group, (marker.seconds / durationS) * width, size),
        drag: false,
        resize: false,
      });
      if (marker.endSeconds !== null) region.element?.prepend(tint(marker.color));
    }
  }, [markers, size, peaks, durationS, clock, width, brand, faint]);

  const [dragged, setDragged] = useState<{ from: number; to: number } | null>(null);
  const start = useRef<{ x: number; seconds: number } | null>(null);
  const wasDragged = useRef(false);

  function secondsAt({ clientX, currentTarget }: MouseEvent<HTMLDivElement>): number {
    const { left, width: across } = currentTarget.getBoundingClientRect();
    return (Math.min(Math.max(0, clientX - left), across) / across) * durationS;
  }
  function down(event: PointerEvent<HTMLDivElement>) {
    wasDragged.current = false;
    if (onPassage && event.button === 0 && !event.shiftKey)
      start.current = { x: event.clientX, seconds: secondsAt(event) };
  }
  function move(event: PointerEvent<HTMLDivElement>) {
    if (!start.current || (!dragged && Math.abs(event.clientX - start.current.x) < DRAG_PX)) return;
    if (!dragged) event.currentTarget.setPointerCapture(event.pointerId);
    setDragged({ from: start.current.seconds, to: secondsAt(event) });
  }
  function end() {
    start.current = null;
    if (dragged) {
      wasDragged.current = true;
      onPassage?.(dragged);
    }
    setDragged(null);
  }
  function click(event: MouseEvent<HTMLDivElement>) {
    // The browser sends a click at the end of a drag, too.
    if (wasDragged.current) return;
    if (event.shiftKey) onShiftClick(secondsAt(event));
    else onSeek(secondsAt(event));
  }
  const shown = dragged ?? passage;

  return (
    <Box
      pos="relative"
      h={HEIGHT}
      role="group"
      aria-label={label}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => {
        start.current = null;
        setDragged(null);
      }}
      onClick={click}
      style={{ cursor: 'pointer', touchAction: 'pan-y' }}
    >
      <Box ref={useMergedRef(element, sized)} h={HEIGHT} />
      {shown && <PassageMark {...shown} durationS={durationS} />}
    </Box>
  );
}

/** The repeated passage over the waveform, or only its start. */
function PassageMark({ from, to, durationS }: { from: number; to: number | null; durationS: number }) {
  const [start, end] = to === null ? [from, from] : [Math.min(from, to), Math.max(from, to)];
  const edge = '2px solid var(--mantine-primary-color-filled)';
  return (
    <Box
      role="img"
      aria-label={to === null ? 'Start of the repeated passage' : 'Repeated passage'}
      pos="absolute"
      top={0}
      bottom={0}
      left={`${(start / durationS) * 100}%`}
      w={`${((end - start) / durationS) * 100}%`}
      style={{ borderLeft: edge, borderRight: to === null ? undefined : edge, pointerEvents: 'none' }}
    >
      <Box h="100%" bg="var(--mantine-primary-color-filled)" opacity={0.14} />
    </Box>
  );
}
