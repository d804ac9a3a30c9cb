import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { StorageUnavailable } from '../../../platform/storage/index.ts';
import { type SignDeps, signedSpeech } from './signed-speech.ts';

function depsWith(signed: string[]): SignDeps {
  return {
    engine: { capabilities: { model: 'speech' } as SignDeps['engine']['capabilities'] },
    provenance: {
      async signFile(_piece, source, target) {
        signed.push(source);
        await copyFile(source, target);
      },
    },
  };
}

async function* endless(started: () => void): AsyncGenerator<Buffer> {
  for (;;) {
    yield Buffer.alloc(1_000);
    started();
  }
}

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from('RIFF');
  throw new Error('the store is away');
}

async function* whole(): AsyncGenerator<Buffer> {
  yield Buffer.from('RIFF');
  yield Buffer.from('WAVE');
}

test('what is downloaded is the signed file, whose folder is gone by then', async () => {
  const { body, bytes } = await signedSpeech(depsWith([]), null, whole(), new AbortController().signal);
  assert.deepEqual([bytes, (await buffer(body)).toString()], [8, 'RIFFWAVE']);
});

test('nothing more is written or signed for a client who is gone', async () => {
  const signed: string[] = [];
  const gone = new AbortController();
  const reason = new Error('the client is gone');
  const making = signedSpeech(
    depsWith(signed),
    null,
    endless(() => gone.abort(reason)),
    gone.signal,
  );
  await assert.rejects(making, reason);
  assert.deepEqual(signed, []);
});

test('a store or disk that fails is said to be away, and nothing is signed', async () => {
  const signed: string[] = [];
  const making = signedSpeech(depsWith(signed), null, broken(), new AbortController().signal);
  await assert.rejects(making, StorageUnavailable);
  assert.deepEqual(signed, []);
});
