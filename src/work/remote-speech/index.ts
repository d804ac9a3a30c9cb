export { VoiceEngineBusy, VoiceEngineOffline } from './errors.ts';
export { createRemoteSpeech } from './remote-speech.ts';
export { SPEAK_KIND } from './speak-kind.ts';
export { withRemoteVoices } from './with-remote-voices.ts';
