import { InferenceSession } from 'onnxruntime-node';
import { serveProcess } from '../../../platform/process-pool/index.ts';
import { sessionOptions } from '../../onnx/index.ts';
import { equalised } from './equaliser.ts';
import {
  DURATIONS,
  KOKORO_CONFIG,
  type KokoroConfig,
  type KokoroMethods,
  type SpeakPayload,
} from './methods.ts';
import { SETTINGS } from './session-settings.ts';
import { speakerFeeds } from './speaker-feeds.ts';

async function speak(session: InferenceSession, { equaliserDb, ...input }: SpeakPayload) {
  const output = await session.run(speakerFeeds(input));
  const samples = output.waveform?.data;
  const frames = output[DURATIONS]?.data;
  if (!(samples instanceof Float32Array && frames instanceof Float32Array))
    throw new Error('the model returned no waveform or no durations');
  // An overflow would otherwise be delivered as silence.
  if (!samples.every(Number.isFinite)) throw new Error('the model returned samples that are not finite');
  return { samples: equalised(samples, equaliserDb), frames: [...frames] };
}

await serveProcess<KokoroMethods, KokoroConfig>({
  config: KOKORO_CONFIG,
  open: async ({ modelFile, threads }) => {
    const session = await InferenceSession.create(modelFile, sessionOptions(threads, SETTINGS));
    return {
      speak: (payload, { signal }) => {
        signal.throwIfAborted();
        return speak(session, payload);
      },
    };
  },
});
