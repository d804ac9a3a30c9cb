import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { readSpeaker, type SpeechEngine } from '../../../../engines/speech/index.ts';
import { type JobRunner, UnreadableRequest } from '../../../work/workers/index.ts';
import type { VoiceMaker } from '../voice-maker.ts';
import { productOf } from '../voice-product.ts';

/** The job carries the voice that it starts from, so that it ends as it began if that voice is deleted. */
const RemixRequest = Type.Object({
  speaker: Type.Object({}),
  prompt: Type.String(),
  strength: Type.Number({ minimum: 0, maximum: 1 }),
});
export type RemixRequest = Static<typeof RemixRequest>;
const requests = TypeCompiler.Compile(RemixRequest);

export function createRemixRunner(engines: { voiceMaker: VoiceMaker; engine: SpeechEngine }): JobRunner {
  return {
    kind: 'remix',
    capabilities: ['remix'],
    async run({ request, signal, progress }) {
      if (!requests.Check(request)) throw new UnreadableRequest('a remix without its voice');
      progress({ stage: 'remixing', progress: 0 });
      const { prompt, strength } = request;
      const speaker = await engines.voiceMaker.remix(readSpeaker(request.speaker), prompt, strength);
      progress({ stage: 'listening', progress: 0.5 });
      return { outputs: [], measured: {}, product: await productOf(engines, speaker, signal) };
    },
  };
}
