import { type CallContext, serveProcess } from '../../src/platform/process-pool/index.ts';
import { AS_IT_IS, type Marks, openMarks } from '../watermark/index.ts';
import { FRAME_SAMPLES } from './decoder/excitation.ts';
import { type Hybrid, loadHybrid } from './decoder/hybrid.ts';
import { readAdaptation } from './decoder/kept-adaptation.ts';
import { createEqualiser } from './kokoro/equaliser.ts';
import {
  KOKORO_CONFIG,
  type KokoroConfig,
  type KokoroMethods,
  type SpeakPayload,
  type SpokenPart,
} from './kokoro/methods.ts';
import { createTurns, type Turns } from './kokoro/turns.ts';

/** A segment that is not the first of its caller is heard after those before it, and may wait so long. */
const PATIENCE_MS = 5_000;
const SAMPLES_PER_MS = 24;

async function speak(
  { hybrid, turns, marks }: { hybrid: Hybrid; turns: Turns; marks: Marks },
  { equaliserDb, generator, adaptation: kept, unmarked, ...given }: SpeakPayload,
  { signal, urgent, report }: CallContext,
): Promise<undefined> {
  const send = (part: SpokenPart): void => report(part);
  // Whoever has heard nothing goes first; of the others, whoever has the least sound left to hear.
  const heardFromMs = performance.now() + (urgent ? 0 : PATIENCE_MS);
  let madeMs = 0;
  const takeTurn = <Result>(step: () => Promise<Result>): Promise<Result> =>
    turns.take(heardFromMs + madeMs, step, signal);
  const adaptation = kept === undefined ? undefined : readAdaptation(kept);
  // Whoever measures a voice and forgets it is about to try the next.
  const input = { ...given, adaptation, isRepeated: unmarked };
  const { durations, voice, windows, generated } = await hybrid.prepare(input, takeTurn);
  const isOurs = generator === 'vox';
  send({ durations, firstSample: isOurs ? voice.from * FRAME_SAMPLES : 0 });
  const equaliser = createEqualiser(equaliserDb);
  const marker = unmarked ? AS_IT_IS : marks.open();
  const sound = isOurs ? windows(voice) : generated();
  for (;;) {
    const next = await takeTurn(() => sound.next());
    if (next.done) break;
    madeMs += next.value.length / SAMPLES_PER_MS;
    send(await marker.push(equaliser.push(next.value)));
  }
  send(await marker.push(equaliser.finish()));
  send(await marker.finish());
}

await serveProcess<KokoroMethods, KokoroConfig>({
  config: KOKORO_CONFIG,
  open: async (config) => {
    const { marks, ...files } = config;
    const shared = {
      hybrid: await loadHybrid(files),
      turns: createTurns(),
      marks: await openMarks(marks),
    };
    return { speak: (payload, context) => speak(shared, payload, context) };
  },
});
