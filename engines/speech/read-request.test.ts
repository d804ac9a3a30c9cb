import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../src/platform/errors.ts';
import { InvalidSpeed, TextNotSpeakable, UnknownVoice, UnsupportedLanguage } from './errors.ts';
import { findLanguage, hasBorrowedSounds, LANGUAGES } from './languages.ts';
import { readRequest } from './read-request.ts';
import { VOICES } from './voices.ts';

const english = { text: 'Hello.', voiceId: 'af_heart' };

test('there are 54 voices of Kokoro in nine languages, and a woman and a man for each of the others', () => {
  const own = VOICES.filter(({ recipe }) => !recipe);
  assert.equal(own.length, 54);
  assert.equal(new Set(own.map(({ language }) => language)).size, 9);
  for (const { code } of LANGUAGES.filter(({ code }) => hasBorrowedSounds(code))) {
    const speaking = VOICES.filter(({ language }) => language === code);
    assert.deepEqual(
      speaking.map(({ gender }) => gender),
      ['female', 'male'],
    );
    for (const { id, recipe } of speaking) {
      assert.match(id, new RegExp(`^${code}_[a-z]+$`, 'u'));
      for (const part of Object.keys(recipe ?? {}))
        assert.ok(
          own.some((voice) => voice.id === part),
          part,
        );
    }
  }
  const heart = { id: 'af_heart', name: 'Heart', language: 'en-US', gender: 'female' };
  assert.deepEqual(VOICES[0], { ...heart, tags: ['american', 'warm', 'grade:A'] });
});

test('the language defaults to that of the voice', async () => {
  const languageOf = async (request: object) =>
    (await readRequest({ ...english, text: 'Hola.', ...request })).language.code;
  assert.equal(await languageOf({ voiceId: 'ef_dora' }), 'es');
  assert.equal(await languageOf({ language: 'es-MX' }), 'es');
});

test('finds languages by the tags that callers use', () => {
  const names = {
    en: 'en-US',
    'en-uk': 'en-GB',
    EN_gb: 'en-GB',
    pt: 'pt-BR',
    'pt-PT': 'pt-BR',
    'zh-Hans-CN': 'zh',
    'fr-CA': 'fr',
    'de-AT': 'de',
    no: 'nb',
    nn_NO: 'nb',
  };
  for (const [tag, code] of Object.entries(names)) assert.equal(findLanguage(tag)?.code, code, tag);
  assert.equal(findLanguage('tlh'), undefined);
});

test('refuses a script that the language cannot read, and names it', async () => {
  for (const text of ['你好', 'Привет', 'مرحبا', 'こんにちは', 'Hello 世界'])
    await assert.rejects(readRequest({ ...english, text }), UnsupportedLanguage);
  await assert.rejects(readRequest({ text: 'こんにちは', voiceId: 'zf_xiaoxiao' }), /Mandarin Chinese/u);
  await assert.rejects(
    readRequest({ ...english, text: 'Привет' }),
    /Send the language of the text \(ru, uk, auto\)/u,
  );
  await readRequest({ text: 'Café, naïve, Łódź, µm', voiceId: 'af_heart' });
  await readRequest({ text: 'iPhone 手机', voiceId: 'zf_xiaoxiao' });
  await readRequest({ ...english, language: 'ru', text: 'Привет, iPhone!' });
  await assert.rejects(readRequest({ ...english, language: 'ru', text: 'Καλημέρα' }), /Cyrillic letters/u);
});

test('each problem has its own error, and all are client errors', async () => {
  const faults = [
    [{ ...english, text: '!!! … 🎉' }, TextNotSpeakable],
    [{ ...english, text: ' ' }, TextNotSpeakable],
    [{ ...english, voiceId: '../../etc/passwd' }, UnknownVoice],
    [{ ...english, language: 'xx' }, UnsupportedLanguage],
    [{ ...english, speed: 0.4 }, InvalidSpeed],
    [{ ...english, speed: Number.NaN }, InvalidSpeed],
  ] as const;
  for (const [request, expected] of faults) {
    await assert.rejects(
      readRequest(request),
      (error) => error instanceof expected && error instanceof DomainError && error.kind === 'invalid',
    );
  }
});
