export {
  type AnswerDeps as TranscriptionRouteDeps,
  answerTranscription,
  languageFrom,
} from './answer-transcription.ts';
export { InvalidField, UnknownFormat } from './errors.ts';
export { factsOf, isTextFormat, textAnswer } from './formats.ts';
export { hearingCharge } from './hearing-charge.ts';
export { MAX_BYTES as MAX_AUDIO_BYTES, MAX_SECONDS as MAX_AUDIO_SECONDS } from './limits.ts';
export { transcriptionRoutes } from './routes.ts';
export { type TranscriptBody, TranscriptionFields } from './schemas.ts';
