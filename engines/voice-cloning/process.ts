import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { resampled } from '../dsp/index.ts';
import { sessionOptions } from '../onnx/index.ts';
import { extractVoiceFeatures, FEATURE_SIZE, loadVoiceprints } from '../speaker-embedding/index.ts';
import { loadSilero } from '../voice-activity/index.ts';
import { descend } from './match/descend.ts';
import { NETWORKS } from './match/networks.ts';
import { presetStyles } from './match/presets.ts';
import { spanOf } from './match/span.ts';
import { loadEncoder, loadStyleOfPrint } from './match/style-networks.ts';
import { loadSurrogate } from './match/surrogate.ts';
import { CLONING_CONFIG, type CloningConfig, type CloningMethods } from './methods.ts';
import { checkSample } from './samples/check-sample.ts';

async function open({ weights, without }: CloningConfig): Promise<Served<CloningMethods>> {
  const options = sessionOptions(1);
  const voiceprints = await loadVoiceprints(weights, options);
  const silero = await loadSilero(weights.silero, options);
  const encode = await loadEncoder(NETWORKS.encoder, options);
  const styleOfPrint = await loadStyleOfPrint(NETWORKS.printStyle, options);
  const surrogate = await loadSurrogate(NETWORKS.surrogate, options, FEATURE_SIZE);
  const span = spanOf([...(await presetStyles(without)).values()]);
  return {
    check: async ({ samples, sampleRate }) => checkSample({ silero, voiceprints }, samples, sampleRate),
    analyse: async ({ samples, sampleRate }) =>
      extractVoiceFeatures(voiceprints, resampled(samples, sampleRate, 16_000)),
    encode: async ({ samples }) => encode(samples),
    styleOfPrint: async ({ print, logPitch }) => styleOfPrint(print, logPitch),
    descend: async (descent) => {
      const style = await descend({ surrogate, span }, descent);
      return { style, predicted: await surrogate.predict(style) };
    },
  };
}

await serveProcess<CloningMethods, CloningConfig>({ config: CLONING_CONFIG, open });
