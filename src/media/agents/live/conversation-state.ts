import type { EarEvent, Said } from '../../../engines/turn-taking/index.ts';

export type Phase = 'listening' | 'thinking' | 'speaking' | 'paused' | 'ended';

export type ConversationSettings = {
  /** Whether speech stops a reply. */
  interruptible: boolean;
  /** A reply that was stopped goes on if no words came by then. */
  falseInterruptionMs: number;
  /** Said one after the other while nobody speaks; then the conversation ends. Null: waits for ever. */
  idle: { afterMs: number; prompts: readonly string[] } | null;
};

export type ConversationState = {
  phase: Phase;
  /** Number of the reply in progress, or of the last one. */
  reply: number;
  /** The words that the reply was begun on before their turn had ended. */
  guess: string | null;
  /** What `paused` goes back to. */
  held: 'thinking' | 'speaking';
  pausedAtMs: number;
  isUserSpeaking: boolean;
  quietSinceMs: number;
  prompts: number;
  /** Said during a reply that may not be interrupted. */
  waiting: Said | null;
};

export type ConversationInput =
  | { kind: 'ear'; event: EarEvent; nowMs: number }
  | { kind: 'tick'; nowMs: number }
  /** To be said without being asked; dropped if something else is going on. */
  | { kind: 'say'; text: string }
  /** The first sound of the reply was sent. */
  | { kind: 'reply_begun'; reply: number; nowMs: number }
  /** All of it was played. `ends`: the mind ended the conversation with it. */
  | { kind: 'reply_played'; reply: number; ends: string | null; nowMs: number }
  | { kind: 'reply_failed'; reply: number; nowMs: number };

export type ConversationEffect =
  /** `isGuess`: nothing of it may be heard before `confirm`. */
  | { kind: 'think'; reply: number; said: Said; isGuess: boolean }
  | { kind: 'prompt'; reply: number; text: string }
  | { kind: 'confirm'; reply: number }
  /** The turn went on: as if the reply had never been begun. */
  | { kind: 'discard'; reply: number }
  /** The reply was interrupted: only what was heard of it counts. */
  | { kind: 'cut'; reply: number }
  | { kind: 'pause'; reply: number }
  | { kind: 'resume'; reply: number }
  | { kind: 'listen_for_words' }
  | { kind: 'end'; reason: string };

export type Step = { state: ConversationState; effects: ConversationEffect[] };

export function openConversation(nowMs: number): ConversationState {
  return {
    phase: 'listening',
    reply: 0,
    guess: null,
    held: 'speaking',
    pausedAtMs: 0,
    isUserSpeaking: false,
    quietSinceMs: nowMs,
    prompts: 0,
    waiting: null,
  };
}

export function stay(state: ConversationState, ...effects: ConversationEffect[]): Step {
  return { state, effects };
}

export function think(state: ConversationState, said: Said, { isGuess }: { isGuess: boolean }): Step {
  const reply = state.reply + 1;
  const next: ConversationState = { ...state, phase: 'thinking', reply, guess: isGuess ? said.text : null };
  return { state: next, effects: [{ kind: 'think', reply, said, isGuess }] };
}

/** Whatever reply is in progress is interrupted before the step. */
export function cutting(state: ConversationState, step: (state: ConversationState) => Step): Step {
  const { state: next, effects } = step({ ...state, phase: 'listening', guess: null });
  return { state: next, effects: [{ kind: 'cut', reply: state.reply }, ...effects] };
}

export function resume(state: ConversationState): Step {
  return stay({ ...state, phase: state.held }, { kind: 'resume', reply: state.reply });
}

export function prompt(state: ConversationState, text: string): Step {
  const reply = state.reply + 1;
  return stay({ ...state, phase: 'thinking', reply }, { kind: 'prompt', reply, text });
}
