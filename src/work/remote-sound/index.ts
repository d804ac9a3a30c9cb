export { createRemoteSound, REMOTE_DEADLINE_MS, type RemoteSound } from './remote-sound.ts';
export { MUSIC_KIND, SFX_KIND } from './sound-kinds.ts';
