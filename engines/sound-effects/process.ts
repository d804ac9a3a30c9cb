import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { MARK_CONFIG, type MarkConfig, openMarks } from '../watermark/index.ts';
import type { EffectMethods } from './effects-engine.ts';
import { renderEffect, SAMPLE_RATE } from './render.ts';

async function open(config: MarkConfig): Promise<Served<EffectMethods>> {
  const marks = await openMarks(config);
  return {
    render: async ({ plan, ...options }) => {
      const { channels } = renderEffect(plan, options);
      const marked = await marks.whole({ channels, sampleRate: SAMPLE_RATE, isLoop: options.loop });
      return marked.channels;
    },
  };
}

await serveProcess<EffectMethods, MarkConfig>({ config: MARK_CONFIG, open });
