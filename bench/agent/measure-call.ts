import { type LiveCaller, openLiveCaller } from '../../tests/support/live-caller.ts';

export type Turn = { firstSoundMs: number; heard: number; thought: number; spoke: number };
export type Measured = { turns: Turn[]; stopsMs: number[] };
type Where = { url: string; key: string; agentId: string };
/** `offset`: callers do not say the same at the same time. */
type Script = { turns: number; interruptions: number; offset: number };

/** Interrupts when so much was played. */
const LISTENS_MS = 1_500;
const POLL_MS = 5;

/** One caller: turns that are answered, each reply stopped when it has begun; then interruptions by voice. */
export async function measureCall(
  where: Where,
  lines: readonly Float32Array[],
  { turns, interruptions, offset }: Script,
): Promise<Measured> {
  const caller = await openLiveCaller(where);
  const line = (index: number): Float32Array => lines[(index + offset) % lines.length] ?? new Float32Array();
  const measured: Measured = { turns: [], stopsMs: [] };
  // The first turn starts engines.
  for (let index = 0; index <= turns; index += 1) {
    const turn = await takeTurn(caller, line(index));
    if (index > 0) measured.turns.push(turn);
  }
  for (let index = 0; index < interruptions; index += 1)
    measured.stopsMs.push(await interrupt(caller, line(index), line(index + 1)));
  caller.send({ type: 'end' });
  await caller.next('ended');
  return measured;
}

export async function takeTurn(caller: LiveCaller, sound: Float32Array): Promise<Turn> {
  const { endedMs } = await caller.say(sound);
  const { atMs } = await caller.next('audio');
  caller.send({ type: 'interrupt' });
  const { latency_ms } = await caller.next('turn');
  const { heard, thought, spoke } = latency_ms;
  return { firstSoundMs: atMs - endedMs, heard, thought, spoke };
}

async function interrupt(caller: LiveCaller, asks: Float32Array, says: Float32Array): Promise<number> {
  await caller.say(asks);
  const { reply } = await caller.next('audio');
  while (caller.playedMs() < LISTENS_MS) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const { beganMs } = await caller.say(says);
  const { atMs } = await caller.next('stop', (stop) => stop.reply === reply);
  // The words that it said are a turn, whose answer is stopped.
  await caller.next('audio', (audio) => audio.reply !== reply);
  caller.send({ type: 'interrupt' });
  await caller.next('turn');
  return atMs - beganMs;
}
