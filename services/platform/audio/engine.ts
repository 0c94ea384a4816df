/** Version of the figures; raise it when an analysis would come out differently, so that stored ones count as stale. */
export const AUDIO_ENGINE = 'lacquer-audio-3';
