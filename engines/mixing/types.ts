/** Maps a second of the original to one of the result. Times up to the next mark are interpolated linearly. */
export type TimeMark = { original: number; result: number };

/** A spoken line: where its sound lies, where it goes, and what it replaces. */
export type Clip = {
  /** The clip's place in the file of speech, in samples. */
  offset: number;
  length: number;
  /** The second of the result at which the clip begins. */
  start: number;
  /** The seconds of the original that the clip replaces. */
  slot: { start: number; end: number };
  speaker: string;
};

export type MixRequest = {
  /** Stereo, 48 kHz: the measure of every level. */
  originalPath: string;
  /** Stereo, 48 kHz. Null for none. */
  backgroundPath: string | null;
  /** Mono, 24 kHz. */
  speechPath: string;
  clips: Clip[];
  /** The marks are in order of time. If there are none, the result keeps the times of the original. */
  marks: TimeMark[];
  /** Length of the result. */
  seconds: number;
  /** Written: stereo, 48 kHz. */
  mixedPath: string;
  /** Written: the speech alone as it is in the mix, mono, 24 kHz. */
  voicesPath: string;
};

/** Integrated loudness. −Infinity for silence. */
export type Mixed = { originalLufs: number; lufs: number };

export const FILM_RATE = 48_000;
export const SPEECH_RATE = 24_000;
/** Held in memory at once. */
export const PIECE_FRAMES = 10 * FILM_RATE;
