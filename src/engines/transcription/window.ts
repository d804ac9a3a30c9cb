export type HeardWord = { word: string; start: number; end: number; confidence?: number; speaker?: string };
export type HeardSegment = {
  start: number;
  end: number;
  text: string;
  words: HeardWord[];
  speaker?: string;
};

/** What a recogniser has made of one window; times are seconds from its beginning. */
export type HeardWindow = {
  language: string;
  languageProbability: number;
  segments: HeardSegment[];
  /** Up to here; behind it the recogniser wants to be asked again. */
  consumedSeconds: number;
  averageLogProbability: number;
  /** Absent where the model has no opinion. */
  noSpeechProbability?: number;
  compressionRatio: number;
};
