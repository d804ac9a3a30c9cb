import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LanguageModel } from '../index.ts';

/** Tests the promises that every language model keeps. Run it against each implementation. */
export function languageModelContract(
  name: string,
  subject: { create(): Promise<LanguageModel>; close(): Promise<void> },
): void {
  describe(`${name} keeps the contract of a language model`, () => {
    let model: LanguageModel;
    before(async () => {
      model = await subject.create();
    });
    after(() => subject.close());

    test('answers with text, the name of the model, and tokens that add up', async () => {
      const { text, model: answeredBy, usage } = await model.complete('The capital of France?');
      assert.notEqual(text.trim(), '');
      assert.notEqual(answeredBy, '');
      assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens);
    });

    test('rejects with the reason of a caller who leaves, and answers the next', async () => {
      const reason = new Error('left');
      const caller = new AbortController();
      const left = assert.rejects(model.complete('Hi', { signal: caller.signal }), reason);
      caller.abort(reason);
      await left;
      assert.notEqual((await model.complete('Hi')).text, '');
    });
  });
}
