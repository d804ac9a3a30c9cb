import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MixingEngine, MixRequest } from '../../../../engines/mixing/index.ts';
import type { SeparationEngine, SeparationRequest } from '../../../../engines/separation/index.ts';
import type { DubScript } from '../project.ts';
import { mixSound } from './mix-sound.ts';

const line = { speaker_id: 's', speaker_unsure: false, source: 'Hola.', unknown_words: [] };
const spoken = { key: 'k', offset: 10, length: 20, start: 1.1, end: 1.9, rate: 1, fit: 'as_spoken' as const };
const script: DubScript = {
  source_language: 'es',
  speakers: [],
  lines: [
    { ...line, id: '1', start: 1, end: 2, translation: 'Hello.', spoken },
    { ...line, id: '2', start: 3, end: 4, translation: null, spoken: null },
  ],
};

async function mixed(dropBackground: boolean) {
  const separated: SeparationRequest[] = [];
  const mixes: MixRequest[] = [];
  const shares: number[] = [];
  const separation: SeparationEngine = {
    method: 'ducked',
    async removeSpeech(request, { onProgress }) {
      separated.push(request);
      onProgress?.(1);
    },
    close: async () => undefined,
  };
  const mixing: MixingEngine = {
    async mix(request, { onProgress }) {
      mixes.push(request);
      onProgress?.(0.5);
      onProgress?.(1);
      return { originalLufs: -23, lufs: -23 };
    },
    close: async () => undefined,
  };
  const made = await mixSound(
    { separation, mixing },
    {
      soundPath: '/film.wav',
      filmSpeechPath: '/film-speech.wav',
      speechPath: '/speech.wav',
      script,
      marks: [],
      seconds: 5,
      dropBackground,
      folder: '/f',
    },
    { signal: new AbortController().signal, onProgress: (share) => shares.push(share) },
  );
  return { separated, mixes, shares, made };
}

describe('the sound of a dub', () => {
  test('the original speech goes wherever there is a line, and what is spoken takes its place', async () => {
    const { separated, mixes, shares, made } = await mixed(false);
    assert.deepEqual(separated[0]?.spans, [
      { start: 1, end: 2 },
      { start: 3, end: 4 },
    ]);
    assert.equal(separated[0]?.speechPath, '/film-speech.wav');
    assert.equal(mixes[0]?.backgroundPath, separated[0]?.backgroundPath);
    assert.deepEqual(mixes[0]?.clips, [
      { offset: 10, length: 20, start: 1.1, slot: { start: 1, end: 2 }, speaker: 's' },
    ]);
    assert.equal(mixes[0]?.mixedPath, made.mixedPath);
    assert.deepEqual(shares, shares.toSorted());
    assert.equal(shares.at(-1), 1);
  });

  test('a background that is not wanted is not looked for', async () => {
    const { separated, mixes, shares } = await mixed(true);
    assert.deepEqual(separated, []);
    assert.equal(mixes[0]?.backgroundPath, null);
    assert.equal(shares.at(-1), 1);
  });
});
