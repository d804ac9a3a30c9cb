import type { Caller } from '../../../http/index.ts';
import type { ChargeDeps } from '../../../money/ledger/index.ts';
import type { LeasedConversation } from '../conversations/lease-conversation.ts';
import { type OpenTurn, openTurn, type SaidTurn } from '../conversations/open-turn.ts';
import { PAST_TURNS } from '../conversations/past-turns.ts';
import type { Memory, PastTurn } from '../responders/responder.ts';

/** The turns of one connection: what was said and waits for its reply, and what the responder is told of those before. */
export type LiveTurns = {
  past(): readonly PastTurn[];
  memory(): Memory;
  /** Pays for what was said and keeps it. Its reply may come, or not. */
  begin(said: SaidTurn): Promise<OpenTurn>;
  /** The turn that was said last, for the one reply that answers it; null if there is none. */
  claim(): OpenTurn | null;
  /** A turn for what the agent says unasked. */
  beginUnasked(): Promise<OpenTurn>;
  /** The responder knows of it from now on. `memory` is null if it stays. */
  remember(turn: PastTurn, memory: Memory | null): void;
};

export type LiveTurnsOptions = {
  caller: Caller;
  leased: Pick<LeasedConversation, 'owned' | 'conversation'>;
  requestId: string;
  past: readonly PastTurn[];
};

export function createLiveTurns(
  deps: ChargeDeps,
  { caller, leased: { owned, conversation }, requestId, ...before }: LiveTurnsOptions,
): LiveTurns {
  let { past } = before;
  let { memory } = conversation;
  let unanswered: OpenTurn | null = null;
  return {
    past: () => past,
    memory: () => memory,
    async begin(said) {
      unanswered = await openTurn(deps, caller, owned, said, requestId);
      return unanswered;
    },
    claim() {
      const turn = unanswered;
      unanswered = null;
      return turn;
    },
    beginUnasked: () => openTurn(deps, caller, owned, null, requestId),
    remember(turn, changed) {
      past = [...past, turn].slice(-PAST_TURNS);
      memory = changed ?? memory;
    },
  };
}
