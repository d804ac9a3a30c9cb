import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { presetSpeaker, readSpeaker, type SpeakerArtifact, UnsupportedLanguage } from '../speech/index.ts';
import { blendVoices } from './blend-voices.ts';
import { type DesignOptions, designVoice, outlineDesign } from './design-voice.ts';
import { type Directions, loadDirections } from './directions.ts';
import { moveSpeaker } from './move-speaker.ts';
import { remixVoice } from './remix-voice.ts';

let directions: Directions;
before(async () => {
  directions = await loadDirections();
});
const design = (prompt: string, options?: DesignOptions) => designVoice({ directions }, prompt, options);
const remix = (speaker: SpeakerArtifact, prompt: string, strength?: number) =>
  remixVoice({ directions }, speaker, prompt, strength);

/** Returns the distance in standard deviations between voices. */
function apart(a: SpeakerArtifact, b: SpeakerArtifact): number {
  const sum = a.style.reduce(
    (total, value, i) => total + ((value - (b.style[i] ?? 0)) / (directions.sd[i] ?? 1)) ** 2,
    0,
  );
  return Math.sqrt(sum / a.style.length);
}

test('the same prompt and seed give the same voice, another seed another voice', async () => {
  const one = await design('A calm storyteller', { gender: 'female', seed: 7 });
  assert.deepEqual(await design('A calm storyteller', { seed: 7, gender: 'female' }), one);
  assert.ok(apart(one, await design('A calm storyteller', { gender: 'female', seed: 8 })) > 0.2);
});

test('two descriptions give two voices, even if none of their words is known', async () => {
  const prompts = [
    'Zorblatt the quixotic',
    'Zorblatt the quiet one',
    'the narrator of my film',
    'a robot clerk',
  ];
  const voices = await Promise.all(prompts.map((prompt) => design(prompt, { gender: 'male' })));
  for (const [i, voice] of voices.entries())
    for (const other of voices.slice(i + 1)) assert.ok(apart(voice, other) > 0.2, `${apart(voice, other)}`);
});

test('the engine accepts every artifact', async () => {
  for (const gender of ['male', 'female', 'neutral'] as const)
    for (const age of ['young', 'adult', 'mature'] as const)
      for (const language of ['en', 'en-GB', 'fr', 'ja', 'pt', 'zh', 'it', 'es', 'hi', 'de', 'ru'])
        readSpeaker(await design('extremely deep, very slow, much darker', { gender, age, language }));
});

test('the base voice speaks the requested language, in the described accent', async () => {
  const base = async (prompt: string, options?: DesignOptions) =>
    (await design(prompt, options)).baseVoice[0];
  assert.equal(await base('a friendly voice'), 'a');
  assert.equal(await base('a British voice'), 'b');
  assert.equal(await base('a friendly voice', { accent: 'soft British accent' }), 'b');
  assert.equal(await base('a friendly voice', { language: 'fr', gender: 'male' }), 'f');
  assert.equal(await base('a French chef'), 'a');
  const german = await design('a friendly British voice', { language: 'de', gender: 'male' });
  assert.equal(german.baseVoice, 'de_jonas');
  readSpeaker(await remix(german, 'a much deeper French voice', 1));
  await assert.rejects(design('a friendly voice', { language: 'tlh' }), UnsupportedLanguage);
});

test('a voice is never moved so far from all voices that words suffer', async () => {
  const start = await presetSpeaker('am_onyx');
  const far = { brightness: 90, breath: 90, energy: -90, pitch: -90, pace: 90 };
  const moved = moveSpeaker(
    moveSpeaker(moveSpeaker(start, far, directions), far, directions),
    far,
    directions,
  );
  const distance = Math.sqrt(
    moved.style.reduce(
      (sum, value, i) => sum + ((value - (directions.mean[i] ?? 0)) / (directions.sd[i] ?? 1)) ** 2,
      0,
    ) / 256,
  );
  assert.ok(distance < 1.6, `${distance}`);
  assert.ok(moved.f0Scale >= 0.6 && moved.pace <= 1.4);
});

test('a stronger remix moves further, and strength 0 changes nothing', async () => {
  const start = await presetSpeaker('af_bella');
  assert.equal(await remix(start, 'much brighter', 0), start);
  const some = await remix(start, 'much brighter', 0.3);
  const more = await remix(start, 'much brighter', 1);
  assert.ok(apart(start, some) > 0.02 && apart(start, some) < apart(start, more));
  assert.deepEqual(await remix(start, 'much brighter', 1), more);
});

test('a remix to an accent of the same language changes the base voice, one of another language only the sound', async () => {
  const start = await presetSpeaker('am_michael');
  const british = await remix(start, 'make it British');
  assert.match(british.baseVoice, /^bm_/u);
  const french = await remix(start, 'a hint of a French accent', 1);
  assert.equal(french.baseVoice, 'am_michael');
  assert.ok(apart(start, french) > 0.1);
});

test('the outline of a design tells the sex of the voice and the words that shaped it', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const { gender } = outlineDesign('a calm storyteller', { seed });
    const { baseVoice } = await design('a calm storyteller', { seed });
    assert.equal(baseVoice[1], gender === 'female' ? 'f' : 'm');
  }
  const accent = 'soft British Klingon accent';
  const { understood, ignored } = outlineDesign('a calm storyteller', { accent });
  assert.deepEqual(understood, ['calm', 'British']);
  assert.deepEqual(ignored, ['storyteller', 'soft', 'Klingon']);
});

test('a blend becomes a voice between its parts', async () => {
  const [heart, adam] = await Promise.all([presetSpeaker('af_heart'), presetSpeaker('am_adam')]);
  const blend = readSpeaker(await blendVoices('af_heart(2)+am_adam(1)'));
  assert.equal(blend.baseVoice, 'af_heart');
  for (const i of [0, 100, 200]) {
    const expected = (2 * (heart.style[i] ?? 0) + (adam.style[i] ?? 0)) / 3;
    assert.ok(Math.abs((blend.style[i] ?? 0) - expected) < 1e-6);
  }
  await assert.rejects(blendVoices('af_heart+nobody'), { code: 'unknown_voice' });
});

test('a remix leaves the adaptation of the voice behind, which was made for another timbre', async () => {
  const speaker = { ...(await presetSpeaker('af_heart')), adaptation: 'as it is kept' };
  assert.equal((await remix(speaker, 'deeper')).adaptation, undefined);
  assert.equal((await remix(speaker, 'deeper', 0)).adaptation, 'as it is kept');
});
