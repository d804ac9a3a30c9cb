import type { Eagerness, TurnDetection } from '../../../engines/turn-taking/index.ts';
import { type AgentSettings, limitsOf } from '../agent.ts';
import type { ConversationSettings } from '../live/index.ts';

const EAGERNESS: Record<'low' | 'normal' | 'high', Eagerness> = { low: 'high', normal: 'auto', high: 'low' };
const FALSE_INTERRUPTION_MS = 2_000;

/** How an agent takes turns in a conversation that has lasted for so long. */
export function liveSettingsOf(
  settings: AgentSettings,
  { lastedMs }: { lastedMs: number },
): { detection: TurnDetection; conversation: ConversationSettings } {
  const { interruptions = true, patience = 'normal', idle_prompt, soft_timeout } = settings.turn_taking ?? {};
  const { idleMs, maxMs } = limitsOf(settings);
  return {
    detection: { type: 'semantic', eagerness: EAGERNESS[patience] },
    conversation: {
      interruptible: interruptions,
      falseInterruptionMs: FALSE_INTERRUPTION_MS,
      idle: idle_prompt
        ? { afterMs: idle_prompt.after_seconds * 1_000, prompts: [idle_prompt.say] }
        : { afterMs: idleMs, prompts: [] },
      softTimeout: soft_timeout
        ? { afterMs: soft_timeout.after_seconds * 1_000, say: soft_timeout.say }
        : null,
      maxMs: Math.max(0, maxMs - lastedMs),
    },
  };
}
