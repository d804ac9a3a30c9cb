import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTranscriptionEngine,
  findTranscriptionWeights,
  type TranscriptionEngine,
} from '../../../engines/transcription/index.ts';
import { recorded } from '../../../engines/transcription/testing/recordings.ts';
import { silentLog } from '../../../platform/log.ts';
import { line, scriptOf } from './testing/fake-engines.ts';
import { createTranslators } from './translators.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../../data/models', import.meta.url).pathname;

let transcription: TranscriptionEngine;
before(async () => {
  transcription = createTranscriptionEngine({
    weights: await findTranscriptionWeights({ modelsDir }),
    log: silentLog,
  });
});
after(() => transcription.close());

test('a Spanish line is translated into English, out of the box', async () => {
  const samples = await recorded('Buenos días, quiero dos cafés.', 'ef_dora');
  const script = scriptOf([line(0, samples.length / 16_000, { source: 'Buenos días, quiero dos cafés.' })]);
  const translators = createTranslators({ languageModel: null, apertium: null, transcription });
  const made = await translators.translate(
    { script, target: 'en', glossary: {}, samples, isAsHeard: true },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  assert.match(made.script.lines[0]?.translation ?? '', /good.*(two|2) coffee/iu);
});
