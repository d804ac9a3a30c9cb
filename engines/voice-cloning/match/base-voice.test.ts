import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRESET_VOICES } from '../../speech/index.ts';
import { chooseBase } from './base-voice.ts';
import { nearestVoices } from './nearest-voice.ts';
import { measuredPresets } from './presets.ts';

/** The language of the base voice for a preset that the service does not know. */
async function baseLanguage(id: string, language: string | undefined): Promise<string | undefined> {
  const print = (await measuredPresets()).get(id)?.print ?? new Float32Array();
  const near = nearestVoices(print, await measuredPresets([id]));
  return chooseBase(near, PRESET_VOICES, language)?.language;
}

const OWN = PRESET_VOICES.filter(({ recipe }) => !recipe);

test('a region picks the accent, whatever the voice sounds like', async () => {
  for (const { id } of OWN) {
    assert.equal(await baseLanguage(id, 'en-GB'), 'en-GB');
    assert.equal(await baseLanguage(id, 'en-us'), 'en-US');
    assert.equal(await baseLanguage(id, 'en-AU'), 'en-GB');
    assert.equal(await baseLanguage(id, 'pt-PT'), 'pt-BR');
  }
});

test('without a region the language is kept and the nearest preset decides the accent', async () => {
  const english = PRESET_VOICES.filter(({ language }) => language.startsWith('en-'));
  let right = 0;
  for (const { id, language } of english) if ((await baseLanguage(id, 'en')) === language) right += 1;
  assert.equal(right, 24);
  for (const { id } of OWN) assert.equal(await baseLanguage(id, 'es'), 'es');
  for (const { id } of OWN) assert.equal(await baseLanguage(id, 'de'), 'de');
});

test('a language that no voice speaks leaves the most similar voice', async () => {
  assert.equal(await baseLanguage('bf_emma', 'tlh'), await baseLanguage('bf_emma', undefined));
});
