import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realSpeech } from '../../../engines/speech/testing/real-speech.ts';
import { speakReply } from './speak-reply.ts';

test('a real voice begins before the text is at its end, and its words are those of the text', async () => {
  const engine = await realSpeech();
  const reply = 'Of **course** I can, it costs $5 today. See you! 👋';
  let isWritten = false;
  const begun = Promise.withResolvers<void>();
  async function* model(): AsyncGenerator<string> {
    yield reply.slice(0, 22);
    await begun.promise;
    yield reply.slice(22);
    isWritten = true;
  }
  const words: string[] = [];
  let lastMs = 0;
  for await (const chunk of speakReply(engine, model(), { voice: { voiceId: 'af_heart' } })) {
    if (lastMs === 0) assert.equal(isWritten, false);
    begun.resolve();
    assert.ok(Math.abs(chunk.startMs - lastMs) < 1e-6);
    lastMs = chunk.endMs;
    for (const { start, end, startMs } of chunk.words) {
      assert.ok(startMs >= chunk.startMs && startMs < chunk.endMs);
      words.push(reply.slice(start, end));
    }
  }
  assert.deepEqual(words, ['Of', 'course', 'I', 'can', 'it', 'costs', '$5', 'today', 'See', 'you']);
});
