import {
  IconBroadcast,
  IconDisc,
  IconMicrophoneOff,
  IconPlaylist,
  IconVinyl,
  IconWaveSine,
  type TablerIcon,
} from '@tabler/icons-react';

export type SlotType =
  'streaming_master' | 'vinyl_master' | 'hires_master' | 'cd_master' | 'instrumental_master' | 'clean_master';

interface SlotKind {
  label: string;
  Icon: TablerIcon;
}

/** The slots of a track in the order in which they are shown. */
export const slotKinds: Record<SlotType, SlotKind> = {
  streaming_master: { label: 'Streaming Master', Icon: IconPlaylist },
  vinyl_master: { label: 'Vinyl Master', Icon: IconVinyl },
  hires_master: { label: 'Hi-Res Master', Icon: IconWaveSine },
  cd_master: { label: 'CD Master', Icon: IconDisc },
  instrumental_master: { label: 'Instrumental', Icon: IconMicrophoneOff },
  clean_master: { label: 'Clean/Radio Edit', Icon: IconBroadcast },
};

const order = Object.keys(slotKinds);

export function bySlotOrder(one: { slotType: SlotType }, other: { slotType: SlotType }): number {
  return order.indexOf(one.slotType) - order.indexOf(other.slotType);
}

/** 'Track 3 - Vinyl Master' */
export function placeLabel(place: { trackNumber: number; slotType: SlotType }): string {
  return `Track ${place.trackNumber} - ${slotKinds[place.slotType].label}`;
}
