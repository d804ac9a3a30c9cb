import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { LanguageModel } from '../../../engines/language-model/index.ts';
import { type JobRunner, UnreadableRequest } from '../../work/workers/index.ts';

/** The kind of these jobs, and what a worker must offer to run them. */
export const INFERENCE = 'inference';

const InferenceRequest = Type.Object({ prompt: Type.String() }, { title: 'InferenceRequest' });
export type InferenceRequest = Static<typeof InferenceRequest>;
const requests = TypeCompiler.Compile(InferenceRequest);

/** Its output is the answer of the synchronous route: `{ text, model, usage }`. */
export function createInferenceRunner(languageModel: LanguageModel): JobRunner {
  return {
    kind: INFERENCE,
    capabilities: [INFERENCE],
    async run({ request, folder, signal }) {
      if (!requests.Check(request)) throw new UnreadableRequest('an inference without a prompt');
      const answer = await languageModel.complete(request.prompt, { signal });
      const path = join(folder, 'answer.json');
      await writeFile(path, JSON.stringify(answer));
      return { outputs: [{ name: 'answer', contentType: 'application/json', path }], measured: {} };
    },
  };
}
