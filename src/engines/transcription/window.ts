export type RecognisedWord = {
  word: string;
  start: number;
  end: number;
  confidence?: number;
  speaker?: string;
};
export type RecognisedSegment = {
  start: number;
  end: number;
  text: string;
  words: RecognisedWord[];
  speaker?: string;
};

/** What a recogniser has made of one window; times are seconds from its beginning. */
export type RecognisedWindow = {
  language: string;
  languageProbability: number;
  segments: RecognisedSegment[];
  /** Up to here; behind it the recogniser wants to be asked again. */
  consumedSeconds: number;
  averageLogProbability: number;
  /** Absent where the model has no opinion. */
  noSpeechProbability?: number;
  compressionRatio: number;
};
