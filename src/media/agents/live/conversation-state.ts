import type { EarEvent, Said } from '../../../../engines/turn-taking/index.ts';

export type Phase = 'listening' | 'thinking' | 'speaking' | 'paused' | 'ended';

export type ConversationSettings = {
  /** Whether speech stops a reply. */
  interruptible: boolean;
  /** A reply that was stopped goes on if no words came by then. */
  falseInterruptionMs: number;
  /** Said one after the other, each after so much silence. */
  idle: { afterMs: number; prompts: readonly string[] } | null;
  /** The conversation ends if there is no turn for so long. Null: waits for ever. */
  idleEndMs: number | null;
  /** Begins the reply, once, if the responder has no words by then. */
  softTimeout: { afterMs: number; say: string } | null;
  /** The conversation ends then, whatever is going on. */
  maxMs: number | null;
};

export type ConversationState = {
  phase: Phase;
  nowMs: number;
  openedAtMs: number;
  /** Number of the reply in progress, or of the last one. */
  reply: number;
  /** The words that the reply was begun on before their turn had ended. */
  guess: string | null;
  /** Since when the reply in progress owes its first words; null if it does not, or something was said meanwhile. */
  wordlessSinceMs: number | null;
  /** The phase to which `paused` returns. */
  held: 'thinking' | 'speaking';
  pausedAtMs: number;
  /** Paused by what is only suspected to be speech. */
  isSuspicion: boolean;
  isUserSpeaking: boolean;
  /** Turns that were spoken and whose words are not known yet. */
  unheard: number;
  quietSinceMs: number;
  /** Prompts and noise do not count. */
  idleSinceMs: number;
  prompts: number;
  /** Said during a reply that may not be interrupted. */
  waiting: Said | null;
  /** `text` is still to be said; then the conversation ends. */
  closing: { text: string | null; reason: string; sinceMs: number } | null;
};

export type ConversationInput = { nowMs: number } & (
  | { kind: 'ear'; event: EarEvent }
  | { kind: 'tick' }
  /** The agent says this unasked. It is dropped if something else is going on. */
  | { kind: 'say'; text: string }
  /** A turn in writing. */
  | { kind: 'read'; text: string }
  /** This stops the reply as spoken words would. */
  | { kind: 'interrupt' }
  | { kind: 'close'; text: string | null; reason: string }
  /** The responder has its first words. */
  | { kind: 'reply_worded'; reply: number }
  /** The first sound of the reply was sent. */
  | { kind: 'reply_begun'; reply: number }
  /** All of it was played. `ends`: the responder ended the conversation with it. */
  | { kind: 'reply_played'; reply: number; ends: string | null }
  | { kind: 'reply_failed'; reply: number }
);

export type ConversationEffect =
  /** `isGuess`: nothing of it may be heard before `confirm`. */
  | { kind: 'think'; reply: number; said: Said; isGuess: boolean }
  | { kind: 'prompt'; reply: number; text: string }
  | { kind: 'confirm'; reply: number }
  /** Said before the reply's own words. */
  | { kind: 'fill'; reply: number; text: string }
  /** The turn went on: as if the reply had never been begun. */
  | { kind: 'discard'; reply: number }
  /** The reply was interrupted: only what was heard of it counts. */
  | { kind: 'cut'; reply: number }
  | { kind: 'pause'; reply: number }
  | { kind: 'resume'; reply: number }
  /** The reply ends after the clause in progress. */
  | { kind: 'wind_up'; reply: number }
  | { kind: 'listen_for_words' }
  | { kind: 'stop_listening' }
  | { kind: 'end'; reason: string };

export type Step = { state: ConversationState; effects: ConversationEffect[] };

export function openConversation(nowMs: number): ConversationState {
  return {
    phase: 'listening',
    nowMs,
    openedAtMs: nowMs,
    reply: 0,
    guess: null,
    wordlessSinceMs: null,
    held: 'speaking',
    pausedAtMs: 0,
    isSuspicion: false,
    isUserSpeaking: false,
    unheard: 0,
    quietSinceMs: nowMs,
    idleSinceMs: nowMs,
    prompts: 0,
    waiting: null,
    closing: null,
  };
}

export function stay(state: ConversationState, ...effects: ConversationEffect[]): Step {
  return { state, effects };
}

/** The second step follows the first. */
export function after({ state, effects }: Step, step: (state: ConversationState) => Step): Step {
  const next = step(state);
  return { state: next.state, effects: [...effects, ...next.effects] };
}

export function think(state: ConversationState, said: Said, { isGuess }: { isGuess: boolean }): Step {
  const reply = state.reply + 1;
  const next: ConversationState = {
    ...state,
    phase: 'thinking',
    reply,
    guess: isGuess ? said.text : null,
    wordlessSinceMs: state.nowMs,
  };
  return stay(next, { kind: 'think', reply, said, isGuess });
}

/** The reply in progress is interrupted. */
export function cut(state: ConversationState): Step {
  return stay({ ...state, phase: 'listening', guess: null }, { kind: 'cut', reply: state.reply });
}

export function discard(state: ConversationState): Step {
  return stay({ ...state, phase: 'listening', guess: null }, { kind: 'discard', reply: state.reply });
}

export function resume(state: ConversationState): Step {
  return stay({ ...state, phase: state.held }, { kind: 'resume', reply: state.reply });
}

export function prompt(state: ConversationState, text: string): Step {
  const reply = state.reply + 1;
  const next: ConversationState = { ...state, phase: 'thinking', reply, wordlessSinceMs: null };
  return stay(next, { kind: 'prompt', reply, text });
}

export function end(state: ConversationState, reason: string): Step {
  return stay({ ...state, phase: 'ended' }, { kind: 'end', reason });
}
