import { joinSamples, resampled } from '../../engines/dsp/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';

export type Spoken = { text: string; samples: Float32Array };

const SAMPLE_RATE = 24_000;
export const HEARD_RATE = 16_000;
/** A little less than Whisper hears at once. */
const WINDOW_SECONDS = 28;
const REST_SECONDS = 0.4;

export async function speakSentence(
  engine: SpeechEngine,
  text: string,
  voiceId: string,
  language: string,
): Promise<Spoken> {
  const parts: Float32Array[] = [];
  const request = { text, voiceId, language };
  for await (const { samples } of engine.synthesize(request, { whole: true })) parts.push(samples);
  return { text, samples: resampled(joinSamples(parts), SAMPLE_RATE, HEARD_RATE) };
}

/** Joins as many sentences as the recogniser hears at once, with a rest between them. */
export function passagesOf(spoken: readonly Spoken[]): Spoken[] {
  const rest = new Float32Array(REST_SECONDS * HEARD_RATE);
  const passages: Spoken[] = [];
  for (const { text, samples } of spoken) {
    const last = passages.at(-1);
    const length = (last?.samples.length ?? 0) + rest.length + samples.length;
    if (!last || length > WINDOW_SECONDS * HEARD_RATE) passages.push({ text, samples });
    else
      passages[passages.length - 1] = {
        text: `${last.text} ${text}`,
        samples: joinSamples([last.samples, rest, samples]),
      };
  }
  return passages;
}
