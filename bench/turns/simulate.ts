import {
  type CallerTranscriber,
  createEar,
  type EarEvent,
  type Heard,
  type TurnDetection,
} from '../../engines/turn-taking/index.ts';
import type { VoiceActivityEngine } from '../../engines/voice-activity/index.ts';

const FRAME = 512;
const FRAME_MS = 32;

export type Recogniser = (samples: Float32Array) => Promise<{ heard: Heard; tookMs: number }>;
export type Observed = { atMs: number; event: EarEvent };

/**
 * Plays sound to an ear faster than real time. The recogniser's words arrive when as much sound has passed as it took to
 * find them, so the ear sees what it would see in a call.
 */
export async function listenTo(
  samples: Float32Array,
  { activity, recognise }: { activity: VoiceActivityEngine; recognise: Recogniser },
  detection: TurnDetection,
): Promise<Observed[]> {
  const observed: Observed[] = [];
  const running = new Set<Promise<void>>();
  let due: { atMs: number; give(): void }[] = [];
  let nowMs = 0;
  const transcribe: CallerTranscriber = (sound) =>
    new Promise((resolve, reject) => {
      const began = nowMs;
      const run = recognise(sound).then(({ heard, tookMs }) => {
        due.push({ atMs: began + tookMs, give: () => resolve(heard) });
      }, reject);
      running.add(run);
      void run.finally(() => running.delete(run));
    });
  const ear = createEar({
    activity,
    transcribe,
    language: 'en',
    detection,
    onEvent: (event) => observed.push({ atMs: nowMs, event }),
  });
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    nowMs += FRAME_MS;
    await ear.push(samples.subarray(at, at + FRAME));
    await Promise.all(running);
    const ready = due.filter(({ atMs }) => atMs <= nowMs);
    due = due.filter(({ atMs }) => atMs > nowMs);
    for (const { give } of ready) give();
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { give } of due) give();
  await new Promise((resolve) => setImmediate(resolve));
  ear.close();
  return observed;
}
