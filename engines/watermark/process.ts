import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { joinSamples } from '../dsp/index.ts';
import { loadDetectors } from './detectors.ts';
import { openMarks } from './marks.ts';
import { WATERMARK_CONFIG, type WatermarkConfig, type WatermarkMethods } from './watermark-engine.ts';

async function open({ embedder }: WatermarkConfig): Promise<Served<WatermarkMethods>> {
  const detect = await loadDetectors();
  const marks = await openMarks({ embedder });
  return {
    detect: ({ sound }) => detect(sound),
    mark: async ({ samples }) => {
      const marker = marks.open();
      return joinSamples([await marker.push(samples), await marker.finish()]);
    },
    markWhole: async (sound) => (await marks.whole(sound)).channels,
  };
}

await serveProcess<WatermarkMethods, WatermarkConfig>({ config: WATERMARK_CONFIG, open });
