export { answerAsStream } from './answer-speech.ts';
export { type CaptionWord, type Cue, captionsFor, toSrt, toVtt } from './captions.ts';
export { chargeableCharacters, countCharacters, MAX_CHARACTERS } from './characters.ts';
export { speechRoutes } from './routes.ts';
export { SPEECH_CONTENT, SPEECH_HEADERS, type SpeechRequest } from './schemas.ts';
export { createSpeechStreams, type SpeechStreams } from './stream-speech.ts';
export type { SpeechDeps } from './synthesize-speech.ts';
export { timingRoutes } from './timing-routes.ts';
