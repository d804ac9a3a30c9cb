import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presetSpeaker, type SpeechEngine } from '../../../../engines/speech/index.ts';
import type { FitOptions, Fitting } from '../../../../engines/voice-cloning/index.ts';
import { silentLog } from '../../../platform/log.ts';
import type { Assignment } from '../../../work/workers/index.ts';
import type { VoiceProduct } from '../custom-voice.ts';
import type { VoiceMaker } from '../voice-maker.ts';
import { createCloneRunner } from './run-clone.ts';

const decodeAudio = async (path: string) => ({
  samples: new Float32Array(160_000).fill(Number(path)),
  seconds: 10,
});
const engine = { voices: [{ id: 'am_adam', gender: 'male' }] } as unknown as SpeechEngine;

function assignment(change: Partial<Assignment> = {}): Assignment {
  const samples = [
    { input: 'sample_00', quality: 0.5 },
    { input: 'sample_01', quality: 1 },
  ];
  return {
    jobId: 'job_1',
    request: { kind: 'professional', language: 'en', samples },
    attempt: 1,
    folder: '',
    inputs: new Map([
      ['sample_00', '0.25'],
      ['sample_01', '0.5'],
    ]),
    reserve: async () => undefined,
    checkpoint: null,
    checkpointFile: null,
    saveCheckpoint: async () => undefined,
    signal: new AbortController().signal,
    log: silentLog,
    progress: () => undefined,
    ...change,
  };
}

async function maker(change: Partial<VoiceMaker>): Promise<VoiceMaker> {
  const speaker = { ...(await presetSpeaker('am_adam')), f0Scale: 1.123456789, score: 0.8 };
  return {
    engine: 'kokoro-82m',
    match: async () => speaker,
    fit: async () => speaker,
    printOf: async ({ samples }: { samples: Float32Array }) =>
      Float32Array.from({ length: 128 }, (_, i) => (i === 0 ? (samples[0] ?? 0) : 1)),
    ...change,
  } as VoiceMaker;
}

test('a professional clone saves every checkpoint, and resumes from the last', async () => {
  const fitting = { start: await presetSpeaker('am_adam'), steps: 40, memory: { steps: 3 } } as Fitting;
  const saved: object[] = [];
  let options: FitOptions = {};
  const voiceMaker = await maker({
    fit: async (_request, given = {}) => {
      options = given;
      await given.onCheckpoint?.(fitting);
      return presetSpeaker('am_adam');
    },
  });
  const { run } = createCloneRunner({ voiceMaker, decodeAudio, engine });
  const saveCheckpoint = async (checkpoint: object) => void saved.push(checkpoint);
  await run(assignment({ saveCheckpoint }));
  assert.deepEqual([saved, options.resume], [[fitting], null]);
  await run(assignment({ checkpoint: JSON.parse(JSON.stringify(fitting)) }));
  assert.deepEqual(options.resume, JSON.parse(JSON.stringify(fitting)));
  for (const foreign of [{ step: 3 }, { start: { engine: 'other' } }]) {
    await run(assignment({ checkpoint: foreign }));
    assert.equal(options.resume, null);
  }
});

test('an instant clone is matched to the best samples first', async () => {
  let heard = new Float32Array();
  const voiceMaker = await maker({
    match: async ({ samples }) => {
      heard = new Float32Array(samples);
      return presetSpeaker('am_adam');
    },
  });
  const { request } = assignment();
  const { run } = createCloneRunner({ voiceMaker, decodeAudio, engine });
  await run(assignment({ request: { ...(request as object), kind: 'instant' } }));
  assert.deepEqual([heard.length, heard[0], heard.at(-1)], [320_000, 0.5, 0.25]);
});

test('the voice and its print are made without the noise, if that was asked for', async () => {
  const heard: (number | undefined)[] = [];
  const voiceMaker = await maker({
    removeNoise: async (samples) => samples.map((sample) => sample / 2),
    match: async ({ samples }) => {
      heard.push(samples[0]);
      return presetSpeaker('am_adam');
    },
  });
  const { run } = createCloneRunner({ voiceMaker, decodeAudio, engine });
  const { request } = assignment();
  for (const removeNoise of [false, true])
    await run(assignment({ request: { ...(request as object), kind: 'instant', removeNoise } }));
  assert.deepEqual(heard, [0.5, 0.25]);
});

test('the product has six digits, a print of length 1, the score and the gender of the base voice', async () => {
  const { run, capabilities } = createCloneRunner({ voiceMaker: await maker({}), decodeAudio, engine });
  const product = (await run(assignment())).product as VoiceProduct & { speaker: { f0Scale: number } };
  assert.deepEqual(capabilities, ['clone', 'clone:kokoro-82m']);
  assert.equal(product.speaker.f0Scale, 1.12346);
  assert.ok(Math.abs(Math.hypot(...(product.print ?? [])) - 1) < 1e-4);
  assert.deepEqual([product.similarity, product.gender, product.served_by], [0.8, 'male', 'kokoro-82m']);
});

test('a request of another shape, or without its inputs, is not run', async () => {
  const { run } = createCloneRunner({ voiceMaker: await maker({}), decodeAudio, engine });
  await assert.rejects(run(assignment({ request: {} })), { code: 'worker_outdated' });
  await assert.rejects(run(assignment({ inputs: new Map() })), { code: 'worker_outdated' });
});
