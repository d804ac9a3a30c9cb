export { TRANSCRIBE_KIND } from './kind.ts';
export { createRemoteHearing, type RemoteHearing } from './remote-hearing.ts';
