import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { joinSamples } from '../dsp/index.ts';
import { rain } from '../transcription/testing/clips.ts';
import { realTranscription } from '../transcription/testing/real-transcription.ts';
import { recorded } from '../transcription/testing/recordings.ts';
import { silence } from '../transcription/testing/spoken.ts';
import {
  createVoiceActivityEngine,
  findVoiceActivityWeights,
  type VoiceActivityEngine,
} from '../voice-activity/index.ts';
import { createEar, createTurnTranscriber, type EarEvent, type TurnTranscriber } from './index.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;

describe('the ear, with real weights', () => {
  let activity: VoiceActivityEngine;
  let transcriber: TurnTranscriber;
  before(async () => {
    const log = silentLog;
    activity = createVoiceActivityEngine({ weights: await findVoiceActivityWeights({ modelsDir }), log });
    transcriber = createTurnTranscriber(await realTranscription(), { concurrency: 1 });
  });
  after(() => activity.close());

  /** The words of each turn that ended. Sound waits for words, as a caller's would not, so that speed does not matter. */
  async function turnsIn(sound: Float32Array): Promise<string[]> {
    const events: EarEvent[] = [];
    const transcribe = transcriber.forCaller();
    const asked = new Set<Promise<unknown>>();
    const ear = createEar({
      activity,
      transcribe: (samples, options) => {
        const answer = transcribe(samples, options);
        asked.add(answer);
        return answer;
      },
      language: 'en',
      detection: { type: 'semantic' },
      onEvent: (event) => events.push(event),
    });
    for (let at = 0; at < sound.length; at += 1_600) {
      await ear.push(sound.subarray(at, at + 1_600));
      await Promise.allSettled(asked);
    }
    ear.close();
    return events.flatMap((event) => (event.kind === 'turn_ended' ? [event.said.text] : []));
  }

  test('two callers at once are each heard turn by turn, and rain is no turn', async () => {
    const [met, water, keys] = await Promise.all([
      recorded('We met at the station.'),
      recorded('Bring some fresh water.'),
      recorded('I left my keys on the kitchen table.', 'bm_george'),
    ]);
    const [one, other] = await Promise.all([
      turnsIn(joinSamples([silence(0.5), met, silence(1.5), rain(1.5), silence(0.5), water, silence(1.5)])),
      turnsIn(joinSamples([silence(0.5), keys, silence(1.5)])),
    ]);
    assert.equal(one.length, 2, one.join(' | '));
    assert.match(one[0] ?? '', /met at the station/iu);
    assert.match(one[1] ?? '', /fresh water/iu);
    assert.equal(other.length, 1, other.join(' | '));
    assert.match(other[0] ?? '', /keys on the kitchen table/iu);
  });
});
