import {
  IconBroadcast,
  IconDisc,
  IconMicrophoneOff,
  IconPlaylist,
  IconVinyl,
  IconWaveSine,
  type TablerIcon,
} from '@tabler/icons-react';
import { keysOf, type SlotType, slotTypes } from './words';

const icons: Record<SlotType, TablerIcon> = {
  streaming_master: IconPlaylist,
  vinyl_master: IconVinyl,
  hires_master: IconWaveSine,
  cd_master: IconDisc,
  instrumental_master: IconMicrophoneOff,
  clean_master: IconBroadcast,
};

const order = keysOf(slotTypes);

/** Slots of a track in display order. */
export const slotKinds = Object.fromEntries(
  order.map((slotType) => [slotType, { label: slotTypes[slotType].label, Icon: icons[slotType] }]),
) as Record<SlotType, { label: string; Icon: TablerIcon }>;

export function bySlotOrder(one: { slotType: SlotType }, other: { slotType: SlotType }): number {
  return order.indexOf(one.slotType) - order.indexOf(other.slotType);
}

/** 'Track 3 - Vinyl Master' */
export function placeLabel(place: { trackNumber: number; slotType: SlotType }): string {
  return `Track ${place.trackNumber} - ${slotTypes[place.slotType].label}`;
}
