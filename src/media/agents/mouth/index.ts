export { type Clause, type ClauseReader, createClauses } from './clauses.ts';
export { createFeed, type Feed } from './feed.ts';
export { type HeardText, heardWords, type SpokenWord } from './heard.ts';
export { createPlayback, type Playback } from './playback.ts';
export { type ReplyOptions, type SpokenChunk, speakReply } from './speak-reply.ts';
export { speakable } from './speakable.ts';
