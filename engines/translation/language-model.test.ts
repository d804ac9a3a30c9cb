import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModel } from '../language-model/index.ts';
import { createTranslatingModel, TranslationFailed } from './index.ts';

type Asked = { text: string; max_characters?: number }[];

/** Answers what `reply` makes of the lines in the prompt. */
function modelThat(
  reply: (lines: Asked, prompt: string) => string,
): Pick<LanguageModel, 'model' | 'complete'> & { prompts: string[] } {
  const prompts: string[] = [];
  return {
    model: 'tiny',
    prompts,
    complete(prompt) {
      prompts.push(prompt);
      const lines = JSON.parse(prompt.slice(prompt.lastIndexOf(': [') + 2)) as Asked;
      const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
      return Promise.resolve({ text: reply(lines, prompt), model: 'tiny', usage });
    },
  };
}

const upper = (lines: Asked) => JSON.stringify(lines.map(({ text }) => text.toUpperCase()));
const request = (...texts: string[]) => ({
  source: 'en',
  target: 'es',
  lines: texts.map((text) => ({ text })),
});
const textsOf = (lines: { text: string }[]) => lines.map(({ text }) => text);

test('lines keep their order and number; names of languages, glossary and what came before are sent', async () => {
  const model = modelThat((lines) => `Sure!\n\`\`\`json\n${upper(lines)}\n\`\`\``);
  const texts = Array.from({ length: 65 }, (_, i) => `line ${i} of "quotes" and ]brackets[`);
  const glossary = { quotes: 'comillas' };
  const made = await createTranslatingModel(model).translate({ ...request(...texts), glossary });
  assert.deepEqual(
    textsOf(made),
    texts.map((text) => text.toUpperCase()),
  );
  assert.equal(model.prompts.length, 3);
  assert.match(model.prompts[0] ?? '', /from English to Spanish.*comillas/su);
  assert.match(model.prompts[1] ?? '', /said before.*"line 29 [^}]*"translation":"LINE 29/su);
});

test('a model that joins lines is asked for fewer at a time, and gives up after a bounded number of calls', async () => {
  const joining = modelThat((lines) => (lines.length > 2 ? '["all in one"]' : upper(lines)));
  const made = await createTranslatingModel(joining).translate(request('a', 'b', 'c', 'd', 'e'));
  assert.deepEqual(textsOf(made), ['A', 'B', 'C', 'D', 'E']);
  for (const answer of ['I cannot do that.', '[1, 2]', '[""]', '[', '{}']) {
    const broken = modelThat(() => answer);
    const translating = createTranslatingModel(broken).translate(request('a', 'b', 'c'));
    await assert.rejects(translating, TranslationFailed, answer);
    assert.ok(broken.prompts.length <= 8, `${broken.prompts.length} calls`);
  }
});

test('lines that are too long are shortened once, and the shorter wording counts', async () => {
  const model = modelThat((lines, prompt) =>
    prompt.startsWith('Shorten')
      ? JSON.stringify(lines.map(({ text, max_characters }) => text.slice(0, max_characters)))
      : JSON.stringify(lines.map(({ text }) => `${text} and much more of it`)),
  );
  const lines = [
    { text: 'short', maxCharacters: 100 },
    { text: 'tight', maxCharacters: 12 },
  ];
  const made = await createTranslatingModel(model).translate({ source: 'en', target: 'es', lines });
  assert.deepEqual(textsOf(made), ['short and much more of it', 'tight and mu']);
  assert.equal(model.prompts.length, 2);
});
