import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { MARK_CONFIG, type MarkConfig, openMarks } from '../watermark/index.ts';
import { ducked, levelled, SAMPLE_RATE } from './master.ts';
import type { MasteringMethods } from './mastering-engine.ts';

async function open(config: MarkConfig): Promise<Served<MasteringMethods>> {
  const marks = await openMarks(config);
  return {
    master: async ({ sound, rules }) => {
      const whole = { channels: levelled(sound, rules), sampleRate: SAMPLE_RATE, isLoop: rules.isLoop };
      return ducked((await marks.whole(whole)).channels, rules);
    },
  };
}

await serveProcess<MasteringMethods, MarkConfig>({ config: MARK_CONFIG, open });
