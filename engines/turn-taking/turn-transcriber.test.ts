import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoSpeech, type TranscriptionStatus } from '../transcription/index.ts';
import { createTurnTranscriber } from './turn-transcriber.ts';

function scene(concurrency: number, status: TranscriptionStatus = 'ready') {
  const started: { seconds: number; finish(error?: Error): Promise<void> }[] = [];
  const transcriber = createTurnTranscriber(
    {
      status: () => status,
      transcribe: ({ samples }) =>
        new Promise((resolve, reject) => {
          const transcript = {
            text: ` ${samples.length} `,
            language: 'en',
            segments: [],
            words: [],
            model: 'fake',
          };
          const finish = async (error?: Error): Promise<void> => {
            if (error) reject(error);
            else resolve(transcript);
            await new Promise((next) => setImmediate(next));
          };
          started.push({ seconds: samples.length, finish });
        }),
    },
    { concurrency },
  );
  const never = new AbortController().signal;
  const ask = (caller: ReturnType<typeof transcriber.forCaller>, size: number, signal = never) =>
    caller(new Float32Array(size), { signal });
  return { started, transcriber, ask };
}

test('callers take turns, whoever asked most', async () => {
  const { started, transcriber, ask } = scene(1);
  const one = transcriber.forCaller();
  const other = transcriber.forCaller();
  const results = [ask(one, 1), ask(one, 2), ask(one, 3), ask(other, 10)];
  for (let i = 0; i < 4; i += 1) await started[i]?.finish();
  assert.deepEqual(
    started.map(({ seconds }) => seconds),
    [1, 2, 10, 3],
  );
  assert.deepEqual(
    (await Promise.all(results)).map(({ text }) => text),
    ['1', '2', '3', '10'],
  );
});

test('what is aborted in the queue is never run, and silence has no words', async () => {
  const { started, transcriber, ask } = scene(1);
  const caller = transcriber.forCaller();
  const abort = new AbortController();
  const first = ask(caller, 1);
  const second = ask(caller, 2, abort.signal);
  const third = ask(caller, 3);
  abort.abort();
  await assert.rejects(second, { name: 'AbortError' });
  await started[0]?.finish(new NoSpeech());
  assert.equal((await first).text, '');
  await started[1]?.finish();
  assert.equal((await third).text, '3');
  assert.equal(started.length, 2);
});

test('a recogniser that is idle is started by a hum, whose words nobody wants; one that runs is left alone', async () => {
  const { started, transcriber } = scene(1, 'idle');
  const warm = transcriber.warm();
  await started[0]?.finish(new NoSpeech());
  await warm;
  const running = scene(1, 'ready');
  await running.transcriber.warm();
  assert.deepEqual([started.length, running.started.length], [1, 0]);
});
