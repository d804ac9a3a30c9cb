export type { Clause } from './clauses.ts';
export { createFeed } from './feed.ts';
export { type HeardText, heardWords, type SpokenWord } from './heard.ts';
export { createPlayback } from './playback.ts';
export {
  openReplyVoice,
  payForClause,
  type ReplyVoice,
  type ReplyVoiceDeps,
  type ReservedClause,
} from './reply-voice.ts';
export { asTheyLeave, type SpokenChunk, speakReply } from './speak-reply.ts';
