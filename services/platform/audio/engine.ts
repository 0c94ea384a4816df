/** Version of the figures. Raise it when an analysis would give other results, so that stored ones count as stale. */
export const AUDIO_ENGINE = 'lacquer-audio-6';
