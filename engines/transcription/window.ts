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

/** Result of one window. Times are in seconds from its start. */
export type RecognisedWindow = {
  language: string;
  languageProbability: number;
  segments: RecognisedSegment[];
  /** Transcribed up to here; the recogniser must run again on the rest, if there is any. */
  consumedSeconds: number;
  averageLogProbability: number;
  /** Absent if the model does not report it. */
  noSpeechProbability?: number;
  compressionRatio: number;
  /** The recogniser looped, so words may be missing. */
  repeats: boolean;
};
