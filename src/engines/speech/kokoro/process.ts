import { type CallContext, serveProcess } from '../../../platform/process-pool/index.ts';
import { FRAME_SAMPLES } from '../decoder/excitation.ts';
import { type Hybrid, loadHybrid } from '../decoder/hybrid.ts';
import { createEqualiser } from './equaliser.ts';
import {
  KOKORO_CONFIG,
  type KokoroConfig,
  type KokoroMethods,
  type SpeakPayload,
  type SpokenPart,
} from './methods.ts';
import { createTurns, type Turns } from './turns.ts';

/**
 * Whoever has heard nothing goes first, and what is begun before what is not. The windows of those who listen come before any
 * new utterance, so few are held in memory.
 */
const RANK = { opening: 0, urgentFront: 1, window: 3, front: 4 } as const;
/** A front that is not begun goes after one that is. */
const UNBEGUN = 1;
/** A second of sound, so that a listener does not run dry while others begin. */
const OPENING_WINDOWS = 2;

async function speak(
  { hybrid, turns }: { hybrid: Hybrid; turns: Turns },
  { equaliserDb, generator, ...input }: SpeakPayload,
  { signal, urgent, report }: CallContext,
): Promise<undefined> {
  const send = (part: SpokenPart): void => report(part);
  const rank = urgent ? RANK.urgentFront : RANK.front;
  const { durations, voice, windows, generated } = await hybrid.prepare(input, (step, index) =>
    turns.take(index === 0 ? rank + UNBEGUN : rank, step, signal),
  );
  const isOurs = generator === 'vox';
  send({ durations, firstSample: isOurs ? voice.from * FRAME_SAMPLES : 0 });
  const equaliser = createEqualiser(equaliserDb);
  const sound = isOurs ? windows(voice) : generated();
  for (let made = 0; ; made += 1) {
    const isOpening = urgent && made < OPENING_WINDOWS;
    const next = await turns.take(isOpening ? RANK.opening : RANK.window, () => sound.next(), signal);
    if (next.done) break;
    send(equaliser.push(next.value));
  }
  send(equaliser.finish());
}

await serveProcess<KokoroMethods, KokoroConfig>({
  config: KOKORO_CONFIG,
  open: async (config) => {
    const shared = { hybrid: await loadHybrid(config), turns: createTurns() };
    return { speak: (payload, context) => speak(shared, payload, context) };
  },
});
