import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createThreads } from '../../../platform/threads/index.ts';
import { type Asked, detectScriptLanguage } from './script-language.ts';

const SPANISH = 'Hola, ¿cómo estás? Hoy vamos a hablar de la casa de mi hermana.';
const ENGLISH = 'Hello, how are you? Today we are going to talk about the house of my sister.';

describe('the language of a script', () => {
  const threads = createThreads();
  after(() => threads.close());
  const languageOf = (asked: Asked) => detectScriptLanguage({ threads }, 'account', asked);

  test('is that of the film or already the target', async () => {
    assert.equal(await languageOf({ text: SPANISH, target: 'en', source: 'es' }), 'es');
    assert.equal(await languageOf({ text: ENGLISH, target: 'en', source: 'es' }), 'en');
    assert.equal(await languageOf({ text: SPANISH, target: 'en', source: null }), 'es');
    assert.equal(await languageOf({ text: ENGLISH, target: 'en', source: null }), 'en');
  });

  test('is that of the film if a few words are no sign of the target', async () => {
    assert.equal(await languageOf({ text: 'Hola. Adiós.', target: 'en', source: 'es' }), 'es');
  });

  test('is not known of what could be either', async () => {
    assert.equal(await languageOf({ text: 'Madrid', target: 'ca', source: 'es' }), null);
    assert.equal(await languageOf({ text: 'Hello.', target: 'en', source: null }), null);
    assert.equal(await languageOf({ text: '123', target: 'en', source: null }), null);
  });
});
