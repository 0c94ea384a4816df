export const AUDIO_ERROR =
  'Audio Error: could not load audio file, check authentication and that the backend is running';
