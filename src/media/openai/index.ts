export { answerErrorsAsOpenAi, openAiErrors } from './errors.ts';
export { openAiModelRoutes } from './model-routes.ts';
export { SPEECH_MODELS, TRANSCRIPTION_MODELS } from './models.ts';
export { openAiSpeechRoutes } from './speech-routes.ts';
export { openAiTranscriptionRoutes } from './transcriptions.ts';
export { voiceIdOf } from './voices.ts';
