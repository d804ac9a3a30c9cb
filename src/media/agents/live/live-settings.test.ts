import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AgentSettings } from '../agent.ts';
import { liveSettingsOf } from './live-settings.ts';

const agent = (rest: Partial<AgentSettings> = {}): AgentSettings => ({ voice_id: 'af_heart', ...rest });

const NEW = { lastedMs: 0 };

describe('how an agent takes turns', () => {
  test('by default it may be interrupted, says nothing by itself and ends by the limits', () => {
    for (const settings of [agent(), agent({ turn_taking: null, limits: null })])
      assert.deepEqual(liveSettingsOf(settings, NEW), {
        detection: { type: 'semantic', eagerness: 'medium' },
        conversation: {
          interruptible: true,
          falseInterruptionMs: 2_000,
          idle: null,
          idleEndMs: 300_000,
          softTimeout: null,
          maxMs: 1_800_000,
        },
      });
  });

  test('patience is the opposite of eagerness', () => {
    const eagerness = (['low', 'normal', 'high'] as const).map(
      (patience) => liveSettingsOf(agent({ turn_taking: { patience } }), NEW).detection,
    );
    assert.deepEqual(
      eagerness,
      (['high', 'medium', 'low'] as const).map((one) => ({ type: 'semantic', eagerness: one })),
    );
  });

  test('everything can be set', () => {
    const { conversation } = liveSettingsOf(
      agent({
        turn_taking: {
          interruptions: false,
          false_interruption_seconds: 0.5,
          idle_prompt: { after_seconds: 8, say: ['Are you there?', 'I will hang up soon.'] },
          soft_timeout: { after_seconds: 3, say: 'One moment.' },
        },
        limits: { idle_seconds: 30, max_seconds: 60 },
      }),
      NEW,
    );
    assert.deepEqual(conversation, {
      interruptible: false,
      falseInterruptionMs: 500,
      idle: { afterMs: 8_000, prompts: ['Are you there?', 'I will hang up soon.'] },
      idleEndMs: 30_000,
      softTimeout: { afterMs: 3_000, say: 'One moment.' },
      maxMs: 60_000,
    });
  });

  test('one prompt is a list of one', () => {
    const { conversation } = liveSettingsOf(
      agent({ turn_taking: { idle_prompt: { after_seconds: 8, say: 'Hello?' } } }),
      NEW,
    );
    assert.deepEqual(conversation.idle?.prompts, ['Hello?']);
  });

  test('the time limit counts from the beginning of the conversation, not of the connection', () => {
    const limited = agent({ limits: { max_seconds: 60 } });
    assert.equal(liveSettingsOf(limited, { lastedMs: 45_000 }).conversation.maxMs, 15_000);
    assert.equal(liveSettingsOf(limited, { lastedMs: 90_000 }).conversation.maxMs, 0);
  });
});
