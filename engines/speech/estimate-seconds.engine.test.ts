import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect, seconds } from './testing/contract.ts';
import { realSpeech } from './testing/real-speech.ts';
import type { SynthesisRequest } from './types.ts';

const REQUESTS: readonly SynthesisRequest[] = [
  { voiceId: 'af_heart', text: 'The quick brown fox jumps over.' },
  { voiceId: 'am_michael', text: 'It was 67 to 1. [pause:2s] Wait.', speed: 0.5 },
  { voiceId: 'bf_emma', text: "Her Majesty's Government spent £2,300.", speed: 1.3 },
  { voiceId: 'ef_dora', text: 'Había una vez un rey que vivía junto al mar.', speed: 2 },
  { voiceId: 'zf_xiaobei', text: '技术正在改变我们的生活。' },
  {
    voiceId: 'af_bella',
    text: 'SQL.',
    pronunciations: { SQL: 'the structured query language of databases' },
  },
];

test('estimates real speech slightly above its length, in several languages and at several speeds', async (t) => {
  const engine = await realSpeech();
  let estimated = 0;
  let spoken = 0;
  for (const request of REQUESTS) {
    const { seconds: estimate } = await engine.check(request);
    const real = seconds(engine, await collect(engine, request));
    t.diagnostic(`${request.voiceId}: ${estimate.toFixed(1)} s estimated, ${real.toFixed(1)} s spoken`);
    assert.ok(estimate > real * 0.9 && estimate < real * 1.4, `${request.text}: ${estimate} for ${real} s`);
    estimated += estimate;
    spoken += real;
  }
  assert.ok(estimated > spoken * 0.95 && estimated < spoken * 1.25, `${estimated} for ${spoken} s`);
});
