import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../src/platform/errors.ts';
import { ADAPTATION_SIZE } from './decoder/adaptation.ts';
import { keepAdaptation } from './decoder/kept-adaptation.ts';
import { ForeignSpeaker, InvalidSpeaker } from './errors.ts';
import { createStyles, VOICES_DIR } from './kokoro/styles.ts';
import { presetSpeaker } from './preset-speaker.ts';
import { readRequest } from './read-request.ts';
import { readSpeaker, type SpeakerArtifact } from './speaker.ts';

const changed = async (change: Partial<Record<keyof SpeakerArtifact, unknown>>): Promise<unknown> => ({
  ...(await presetSpeaker('bf_emma')),
  ...change,
});

test('an artifact survives a JSON round trip, without unknown fields', async () => {
  const timbreOffsets = Array.from({ length: 13 * 128 }, (_, i) => Math.sin(i));
  const adaptation = keepAdaptation(new Float32Array(ADAPTATION_SIZE));
  const speaker = {
    ...(await presetSpeaker('am_adam')),
    timbreOffsets,
    f0Scale: 1.1,
    adaptation,
    score: 0.7,
  };
  assert.deepEqual(readSpeaker(JSON.parse(JSON.stringify({ ...speaker, owner: 'someone' }))), speaker);
});

test('a damaged artifact and one of another version are rejected, each with its own error', async () => {
  const damages: Partial<Record<keyof SpeakerArtifact, unknown>>[] = [
    { baseVoice: 'nobody' },
    { baseVoice: '../../etc/passwd' },
    { style: [1, 2, 3] },
    { style: Array.from({ length: 256 }, () => Number.NaN) },
    { style: Array.from({ length: 256 }, () => 40) },
    { timbreOffsets: [0] },
    { timbreOffsets: null },
    { f0Scale: 0 },
    { f0Scale: '1' },
    { pace: 9 },
    { equaliserDb: [0, 0, 0, 0, 0, 0, 0, 7] },
    { equaliserDb: undefined },
    { score: undefined },
    { adaptation: null },
    { adaptation: 'AAAA' },
  ];
  const isInvalid = (error: unknown) =>
    error instanceof InvalidSpeaker && error instanceof DomainError && error.kind === 'unprocessable';
  for (const damage of damages) {
    const kept = await changed(damage);
    assert.throws(() => readSpeaker(kept), isInvalid, JSON.stringify(damage).slice(0, 60));
  }
  assert.throws(() => readSpeaker(null), isInvalid);
  for (const foreign of [{ version: 2 }, { engine: 'xtts-v2' }, { version: undefined }]) {
    const kept = await changed(foreign);
    assert.throws(() => readSpeaker(kept), ForeignSpeaker);
  }
});

test('a request with a speaker uses the language of its base voice, under its own name', async () => {
  const speaker = await presetSpeaker('ef_dora');
  const voiceId = '0198c0de-0000-7000-8000-000000000001';
  const read = await readRequest({ text: 'Hola.', voiceId, speaker });
  assert.deepEqual([read.voice?.id, read.language.code, read.speaker], [voiceId, 'es', speaker]);
  const broken = { ...speaker, pace: 0 };
  await assert.rejects(readRequest({ text: 'Hola.', voiceId, speaker: broken }), InvalidSpeaker);
});

test('a preset as a speaker has the styles of the preset at every length', async () => {
  const styles = createStyles(VOICES_DIR);
  const speaker = await presetSpeaker('jf_alpha');
  for (const length of [1, 20, 120, 510]) {
    const own = await styles.speakerStyle(speaker, length);
    const preset = await styles.styleFor([{ id: 'jf_alpha', weight: 1 }], length);
    assert.deepEqual(own, preset);
  }
});
