import {
  after,
  type ConversationInput,
  type ConversationState,
  discard,
  end,
  prompt,
  resume,
  type Step,
  stay,
} from './conversation-state.ts';

type Closing = NonNullable<ConversationState['closing']>;

/**
 * Lets the clause in progress end, then says the last sentence. The ear closes at once, so nobody can interrupt it.
 */
export function close(
  before: ConversationState,
  { text, reason }: Extract<ConversationInput, { kind: 'close' }>,
): Step {
  const closing: Closing = { text, reason, sinceMs: before.nowMs };
  const deaf = stay({ ...before, closing }, { kind: 'stop_listening' });
  return after(deaf, (state) => {
    if (state.guess !== null) return after(discard(state), (next) => nextOfClosing(next, closing));
    if (state.phase === 'listening') return nextOfClosing(state, closing);
    const ending = stay(state, { kind: 'wind_up', reply: state.reply });
    return state.phase === 'paused' ? after(ending, resume) : ending;
  });
}

/** Called when no reply is in progress. */
export function nextOfClosing(state: ConversationState, closing: Closing): Step {
  if (closing.text === null) return end(state, closing.reason);
  return prompt({ ...state, closing: { ...closing, text: null } }, closing.text);
}
