import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realTranscription } from '../../../../engines/transcription/testing/real-transcription.ts';
import { recorded } from '../../../../engines/transcription/testing/recordings.ts';
import { line, scriptOf } from './testing/fake-engines.ts';
import { createTranslators } from './translators.ts';

test('a Spanish line is translated into English, out of the box', async () => {
  const samples = await recorded('Buenos días, quiero dos cafés.', 'ef_dora');
  const script = scriptOf([line(0, samples.length / 16_000, { source: 'Buenos días, quiero dos cafés.' })]);
  const transcription = await realTranscription();
  const translators = createTranslators({ languageModel: null, apertium: null, transcription });
  const made = await translators.translate(
    { script, target: 'en', glossary: {}, samples, isAsHeard: true },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  assert.match(made.script.lines[0]?.translation ?? '', /good.*(two|2) coffee/iu);
});
