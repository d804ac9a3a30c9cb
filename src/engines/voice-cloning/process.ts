import { serveProcess } from '../../platform/process-pool/index.ts';
import { resampled } from '../dsp/index.ts';
import { sessionOptions } from '../onnx/index.ts';
import type { VoiceWeightFiles } from '../speaker-embedding/index.ts';
import { HEARD_SIZE, hearVoice, loadVoiceprints } from '../speaker-embedding/index.ts';
import { loadSilero } from '../voice-activity/index.ts';
import { descend } from './match/descend.ts';
import { NETWORKS } from './match/networks.ts';
import { presetStyles } from './match/presets.ts';
import { spanOf } from './match/span.ts';
import { loadEncoder, loadStyleOfPrint } from './match/style-networks.ts';
import { loadSurrogate } from './match/surrogate.ts';
import type { CloningMethods } from './methods.ts';
import { checkSample } from './samples/check-sample.ts';

async function load() {
  const weights = process.env.IDENTITY_WEIGHTS;
  if (!weights) throw new Error('IDENTITY_WEIGHTS is not set');
  const files = JSON.parse(weights) as VoiceWeightFiles;
  const without = JSON.parse(process.env.IDENTITY_WITHOUT ?? '[]') as string[];
  const options = sessionOptions(1);
  return {
    prints: await loadVoiceprints(files, options),
    silero: await loadSilero(files.silero, options),
    encode: await loadEncoder(NETWORKS.encoder, options),
    styleOfPrint: await loadStyleOfPrint(NETWORKS.printStyle, options),
    surrogate: await loadSurrogate(NETWORKS.surrogate, options, HEARD_SIZE),
    span: spanOf([...(await presetStyles(without)).values()]),
  };
}

const loading = load();

await serveProcess<CloningMethods>({
  start: async () => {
    await loading;
  },
  methods: {
    check: async ({ samples, sampleRate }) => {
      const { silero, prints: voiceprints } = await loading;
      return checkSample({ silero, voiceprints }, samples, sampleRate);
    },
    hear: async ({ samples, sampleRate }) =>
      hearVoice((await loading).prints, resampled(samples, sampleRate, 16_000)),
    encode: async ({ samples }) => (await loading).encode(samples),
    styleOfPrint: async ({ print, logPitch }) => (await loading).styleOfPrint(print, logPitch),
    descend: async (descent) => {
      const { surrogate, span } = await loading;
      const style = await descend({ surrogate, span }, descent);
      return { style, said: await surrogate.heard(style) };
    },
  },
});
