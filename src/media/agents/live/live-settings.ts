import type { Eagerness, TurnDetection } from '../../../../engines/turn-taking/index.ts';
import { type AgentSettings, limitsOf } from '../agent.ts';
import type { ConversationSettings } from './conversation-state.ts';

export type LiveSettings = { detection: TurnDetection; conversation: ConversationSettings };

type Patience = NonNullable<NonNullable<AgentSettings['turn_taking']>['patience']>;

const EAGERNESS: Record<Patience, Eagerness> = { low: 'high', normal: 'medium', high: 'low' };
const FALSE_INTERRUPTION_SECONDS = 2;

/** How an agent takes turns in a conversation that has lasted for so long. */
export function liveSettingsOf(settings: AgentSettings, { lastedMs }: { lastedMs: number }): LiveSettings {
  const {
    interruptions = true,
    patience = 'normal',
    false_interruption_seconds = FALSE_INTERRUPTION_SECONDS,
    idle_prompt,
    soft_timeout,
  } = settings.turn_taking ?? {};
  const { idleMs, maxMs } = limitsOf(settings);
  return {
    detection: { type: 'semantic', eagerness: EAGERNESS[patience] },
    conversation: {
      interruptible: interruptions,
      falseInterruptionMs: false_interruption_seconds * 1_000,
      idle: idle_prompt
        ? { afterMs: idle_prompt.after_seconds * 1_000, prompts: [idle_prompt.say].flat() }
        : null,
      idleEndMs: idleMs,
      softTimeout: soft_timeout
        ? { afterMs: soft_timeout.after_seconds * 1_000, say: soft_timeout.say }
        : null,
      maxMs: Math.max(0, maxMs - lastedMs),
    },
  };
}
