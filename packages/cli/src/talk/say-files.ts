import { setTimeout as delay } from 'node:timers/promises';
import type { LiveConversation } from '../../../client/src/index.ts';
import type { Talk } from './follow-talk.ts';
import type { Recording } from './recording.ts';

const FRAME_MS = 20;
/** A recording without words gets no answer. */
const LONGEST_SILENCE_MS = 10_000;

type SayOptions = {
  live: LiveConversation;
  talk: Talk;
  /** This time passes between two recordings, whether the first was answered or not. Null waits for the answer. */
  waitMs: number | null;
  onSpoken(event: 'begins' | 'ends' | 'unanswered', recording: Recording): void;
};

/** Speaks the recordings as a microphone would: in real time, with silence while the agent answers. */
export async function sayFiles(
  recordings: readonly Recording[],
  { live, talk, waitMs, onSpoken }: SayOptions,
) {
  const [{ rate }] = recordings as [Recording];
  const silence = Buffer.alloc((rate / 1_000) * FRAME_MS * 2);
  let dueAt = performance.now();
  const send = async (frame: Uint8Array<ArrayBuffer>) => {
    live.sendAudio(frame);
    dueAt += FRAME_MS;
    await delay(Math.max(0, dueAt - performance.now()));
  };
  const listen = async (): Promise<boolean> => {
    for (let quietMs = 0; quietMs < LONGEST_SILENCE_MS && !talk.isOver; ) {
      if (talk.hasAnswered) return true;
      await send(silence);
      quietMs = talk.isListening ? quietMs + FRAME_MS : 0;
    }
    return talk.isOver;
  };

  const wait = async (ms: number): Promise<void> => {
    for (let quietMs = 0; quietMs < ms && !talk.isOver; quietMs += FRAME_MS) await send(silence);
  };

  // The first message of the agent.
  await (waitMs === null ? listen() : wait(waitMs));
  for (const [index, recording] of recordings.entries()) {
    if (talk.isOver) return;
    talk.expectAnswer();
    onSpoken('begins', recording);
    for (let at = 0; at < recording.pcm.length && !talk.isOver; at += silence.length)
      await send(recording.pcm.subarray(at, at + silence.length));
    onSpoken('ends', recording);
    if (waitMs !== null && index < recordings.length - 1) await wait(waitMs);
    else if (!(await listen())) onSpoken('unanswered', recording);
  }
}
