import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { SpeechEngine } from '../../../../engines/speech/index.ts';
import { type JobRunner, UnreadableRequest } from '../../../work/workers/index.ts';
import type { VoiceMaker } from '../voice-maker.ts';
import { productOf } from '../voice-product.ts';
import { DesignBrief, makeSpeaker } from './design.ts';

const requests = TypeCompiler.Compile(Type.Object({ brief: DesignBrief }));

export function createDesignRunner(engines: { voiceMaker: VoiceMaker; engine: SpeechEngine }): JobRunner {
  return {
    kind: 'design',
    capabilities: ['design', `design:${engines.voiceMaker.engine}`],
    async run({ request, signal, progress }) {
      if (!requests.Check(request)) throw new UnreadableRequest('a design without its brief');
      progress({ stage: 'designing', progress: 0 });
      const speaker = await makeSpeaker(engines.voiceMaker, request.brief);
      progress({ stage: 'listening', progress: 0.5 });
      return { outputs: [], measured: {}, product: await productOf(engines, speaker, signal) };
    },
  };
}
