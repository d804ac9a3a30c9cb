import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageModel } from '../../../engines/language-model/index.ts';
import { chatModelOf, realtimeModels } from './models.ts';

const languageModel = createLanguageModel({ baseUrl: 'http://127.0.0.1:1/v1', model: 'tiny' });
const deps = { languageModel, agentModels: ['large'] };

test('OpenAI’s names stand for the model of the operator, its own names for themselves', () => {
  for (const name of ['gpt-realtime', 'gpt-realtime-2025-08-28', 'gpt-4o-mini-realtime-preview'])
    assert.equal(chatModelOf(deps, name), undefined);
  assert.equal(chatModelOf(deps, 'large'), 'large');
  assert.throws(() => chatModelOf(deps, 'gpt-realtimes'), { code: 'unknown_model' });
});

test('without a model server there is none, and the error says what to do', () => {
  const none = { languageModel: null, agentModels: [] };
  assert.deepEqual(realtimeModels(none), []);
  assert.throws(() => chatModelOf(none, 'gpt-realtime'), /Set LLM_BASE_URL and LLM_MODEL/);
});
