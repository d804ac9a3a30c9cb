export { openAiModelRoutes } from './model-routes.ts';
export { openAiSpeechRoutes } from './speech-routes.ts';
export { SPEECH_MODELS } from './speech-schemas.ts';
export { openAiTranscriptionRoutes, TRANSCRIPTION_MODELS } from './transcriptions.ts';
