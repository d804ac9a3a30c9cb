export { answerAsStream, SPEECH_CONTENT, SPEECH_HEADERS } from './answer-speech.ts';
export { type CaptionWord, type Cue, captionsFor, toSrt, toVtt } from './captions.ts';
export { chargeableCharacters } from './characters.ts';
export type { SpeechDisclosure } from './disclosure.ts';
export {
  checkSpeech,
  quoteSpeech,
  type ReadSpeech,
  readSpeech,
  readVoice,
  type SpeechQuote,
  voiceOf,
} from './quote-speech.ts';
export { speechRoutes } from './routes.ts';
export {
  type SpeechRequest,
  SpeechRequestSchema,
  SpokenLanguage,
} from './schemas.ts';
export { type Speech, type SpeechDeps, synthesizeSpeech } from './speak.ts';
export { createSpeechStreams, type SpeechStreams } from './streams.ts';
export { Timeline } from './timeline.ts';
