import type { Caller } from '../../../http/index.ts';
import type { ChargeDeps } from '../../../money/ledger/index.ts';
import type { Turn } from '../conversations/conversation.ts';
import type { Owned } from '../conversations/live-queries.ts';
import { type OpenTurn, openTurn, type SaidTurn } from '../conversations/open-turn.ts';
import type { Memory, PastTurn } from '../minds/mind.ts';
import { closeRecord, newRecord, type ReplyRecord } from './replies.ts';

const NOTHING = { heard: 0, thought: 0, spoke: 0 };

export type ReplyEnd = { text: string; heard: { text: string; end: number }; isInterrupted: boolean };

/** The turns of one connection: what was said, which reply answers it, and what the mind is told of them. */
export type TurnKeeper = {
  past(): readonly PastTurn[];
  memory(): Memory;
  /** Pays for what was said and keeps it. Its reply may come, or not. */
  begin(said: SaidTurn): Promise<OpenTurn>;
  record(reply: number): ReplyRecord;
  /** The reply answers what was said last. */
  answers(reply: number, said: string): ReplyRecord;
  /** The turn of a reply that is certain to be heard. */
  turnOf(record: ReplyRecord): Promise<OpenTurn>;
  /** Call it before anything of a reply is told that was thought: a crash then takes what that cost. */
  advance(record: ReplyRecord): Promise<void>;
  /** The reply was a guess, and never heard. */
  forget(reply: number): void;
  /**
   * The mind knows from now on what was heard of the reply. Returns how to keep it, which is done after everything that is heard
   * was settled, and gives null if nothing of the reply came to be.
   */
  end(reply: number, end: ReplyEnd): () => Promise<Turn | null>;
};

export type TurnKeeperOptions = {
  caller: Caller;
  owned: Owned;
  requestId: string;
  past: readonly PastTurn[];
  memory: Memory;
};

/** As many as a mind is told of. */
const PAST_TURNS = 40;

export function createTurnKeeper(
  deps: ChargeDeps,
  { caller, owned, requestId, past: before, memory: remembered }: TurnKeeperOptions,
): TurnKeeper {
  const records = new Map<number, ReplyRecord>();
  let past = [...before];
  let memory = remembered;
  /** Said, and not yet answered. Only the last one will be. */
  let open: OpenTurn | null = null;

  const recordOf = (reply: number): ReplyRecord => {
    const record = records.get(reply) ?? newRecord(null);
    records.set(reply, record);
    return record;
  };
  const turnOf = (record: ReplyRecord): Promise<OpenTurn> => {
    if (!record.turn && record.said !== null && open) {
      record.turn = Promise.resolve(open);
      open = null;
    }
    record.turn ??= openTurn(deps, caller, owned, null, requestId);
    return record.turn;
  };

  return {
    past: () => past,
    memory: () => memory,
    async begin(said) {
      const next = await openTurn(deps, caller, owned, said, requestId);
      // A reply that is interrupted before it speaks stays with the turn that it answers.
      const unspoken = [...records.values()].find((one) => one.isCertain && one.said !== null && !one.turn);
      if (unspoken && open) unspoken.turn = Promise.resolve(open);
      open = next;
      return next;
    },
    record: recordOf,
    answers(reply, said) {
      const record = newRecord(said);
      records.set(reply, record);
      return record;
    },
    turnOf,
    async advance(record) {
      if (record.tab) await (await turnOf(record)).advance(record.tab);
    },
    forget(reply) {
      const record = records.get(reply);
      if (record) closeRecord(record);
      void record?.tab?.release();
      records.delete(reply);
    },
    end(reply, { text, heard, isInterrupted }) {
      const record = recordOf(reply);
      closeRecord(record);
      records.delete(reply);
      if (!record.turn && record.said === null) return async () => null;
      const turn = turnOf(record);
      memory = record.memory ?? memory;
      const spoken = isInterrupted ? heard.text : text;
      const rest = isInterrupted ? text.slice(heard.end).trim() : '';
      past = [...past, { said: record.said, reply: spoken }].slice(-PAST_TURNS);
      const { tools, tab } = record;
      const result = { reply: spoken, unheard: rest === '' ? null : rest, isInterrupted, tools, memory };
      return async () => {
        try {
          const kept = await turn.catch(async (error: unknown) => {
            // There is no turn to add it to, but its words were told.
            await tab?.settle(deps.db);
            throw error;
          });
          if (tab) await kept.pay(tab);
          return await kept.end({ ...result, latency: record.latency ?? NOTHING });
        } finally {
          await tab?.release();
        }
      };
    },
  };
}
