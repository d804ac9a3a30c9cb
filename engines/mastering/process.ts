import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { MARK_CONFIG, type MarkConfig, openMarks } from '../watermark/index.ts';
import { master, SAMPLE_RATE } from './master.ts';
import type { MasteringMethods } from './mastering-engine.ts';

async function open(config: MarkConfig): Promise<Served<MasteringMethods>> {
  const marks = await openMarks(config);
  return {
    master: async ({ sound, rules }) => {
      const channels = master(sound, rules);
      return (await marks.whole({ channels, sampleRate: SAMPLE_RATE, isLoop: rules.isLoop })).channels;
    },
  };
}

await serveProcess<MasteringMethods, MarkConfig>({ config: MARK_CONFIG, open });
