import type { Caller } from '../../../http/index.ts';
import { type ChargeDeps, chargeFor } from '../../../money/ledger/index.ts';
import type { ModelTab } from '../../../money/model-tokens/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Clause, ReplyVoice, ReservedClause } from '../../spoken-replies/index.ts';
import { hearingCharge } from '../../transcription/index.ts';
import type { ToolUse } from '../tools/toolbox.ts';
import type { Latency, Turn } from './conversation.ts';
import { ConversationLost } from './errors.ts';
import type { Heard } from './hear.ts';
import { addToTurn, finishTurn, growTurn, insertOpenTurn, type Owned, type TurnEnd } from './live-queries.ts';

/** Holds the words of the caller. Typed words have no seconds and cost nothing. */
export type SaidTurn = { text: string; language: string | null; seconds: number };

/**
 * A turn that is written as it happens. The transaction that charges for something also records it, so at any moment the
 * conversation shows what was paid for, and nothing else was.
 */
export type OpenTurn = {
  number: number;
  /** Credits that hearing the caller cost. */
  heardCredits: number;
  /**
   * Reserves the price of a clause; fails with 402. Settling it also keeps `reply()`, all that was said until its end. Settle it
   * just before it is heard.
   */
  reserve(voice: ReplyVoice, clause: Clause, reply: () => string): Promise<ReservedClause>;
  /** Notes what thinking cost until now, so that a crash takes it. Call it before anything that was thought is told. */
  advance(tab: ModelTab): Promise<void>;
  /** Takes what thinking cost, also after the conversation was ended or taken over: its words were told. */
  pay(tab: ModelTab): Promise<void>;
  end(result: Omit<TurnEnd, 'number'>): Promise<Turn>;
};

const HEARD_DEADLINE_MS = 10_000;

/** Null: the agent speaks unasked. */
export async function openTurn(
  deps: ChargeDeps,
  caller: Caller,
  owned: Owned,
  said: SaidTurn | null,
  requestId: string,
): Promise<OpenTurn> {
  const charge = hearingCharge(caller, said?.seconds ?? 0, { requestId, deadlineMs: HEARD_DEADLINE_MS });
  const { credits } = charge;
  const createdAt = deps.clock.now();
  let number = 0;
  const insert = async (tx: Tx): Promise<void> => {
    number = await insertTurn(tx, owned, { said, credits, createdAt });
  };
  if (credits === 0) await deps.db.transaction().execute(insert);
  else await chargeFor(deps, charge, async () => undefined, { alongside: insert });
  return asOpenTurn(deps, owned, { number, said, credits, createdAt });
}

/** Opens a turn whose price was reserved before it was heard. The reservation is settled together with the insert. */
export async function openHeardTurn(deps: ChargeDeps, owned: Owned, heard: Heard): Promise<OpenTurn> {
  const { text, language, seconds, credits } = heard;
  const { hasAudio } = heard;
  const turn = { said: { text, language, seconds }, credits, createdAt: deps.clock.now(), hasAudio };
  const number = await deps.db.transaction().execute(async (tx) => {
    await heard.settle(tx);
    const inserted = await insertTurn(tx, owned, turn);
    await heard.attach(tx, { accountId: owned.accountId, conversationId: owned.id, number: inserted });
    return inserted;
  });
  return asOpenTurn(deps, owned, { number, ...turn });
}

type Begun = {
  number: number;
  said: SaidTurn | null;
  credits: number;
  createdAt: Date;
  hasAudio?: boolean;
};

async function insertTurn(
  tx: Tx,
  owned: Owned,
  { said, credits, createdAt }: Omit<Begun, 'number'>,
): Promise<number> {
  const begin = {
    transcript: said?.text ?? null,
    language: said?.language ?? null,
    heardSeconds: said?.seconds ?? 0,
    credits,
    now: createdAt,
  };
  return kept(await insertOpenTurn(tx, owned, begin));
}

function asOpenTurn(deps: ChargeDeps, owned: Owned, begun: Begun): OpenTurn {
  const { number, credits } = begun;
  let spent = credits;
  /** Credits for thinking that the turn already shows. */
  let thought = 0;
  let noting = Promise.resolve();

  async function addThought(tx: Tx, price: number): Promise<void> {
    if (price !== thought) await addToTurn(tx, owned, { number, credits: price - thought });
  }

  async function noteThought(tab: ModelTab): Promise<void> {
    let noted = thought;
    await tab.advance(async (tx, price) => {
      await addThought(tx, price);
      noted = price;
    });
    thought = noted;
  }

  return {
    number,
    heardCredits: credits,
    async reserve(voice, clause, reply) {
      const reserved = await voice.reserve(clause, async (tx, price) => {
        kept((await growTurn(tx, owned, { number, reply: reply(), credits: price })) || null);
      });
      return {
        ...reserved,
        async settle() {
          await reserved.settle();
          spent += reserved.credits;
        },
      };
    },
    advance(tab) {
      noting = noteThought(tab);
      return noting;
    },
    async pay(tab) {
      // A reader who leaves does not wait for what is being noted.
      await Promise.allSettled([noting]);
      thought = await deps.db.transaction().execute(async (tx) => {
        await tab.settle(tx);
        await addThought(tx, tab.credits());
        return tab.credits();
      });
    },
    async end(result) {
      kept((await finishTurn(deps.db, owned, { number, ...result })) || null);
      return turnOf(begun, spent + thought, result);
    },
  };
}

function kept<Value>(value: Value | null): Value {
  if (value === null) throw new ConversationLost();
  return value;
}

function turnOf(
  { number, said, createdAt, hasAudio = false }: Begun,
  spent: number,
  result: Omit<TurnEnd, 'number'>,
): Turn {
  const { reply, unheard, isInterrupted, tools, latency } = result;
  return {
    number,
    transcript: said?.text ?? null,
    language: said?.language ?? null,
    heardSeconds: said?.seconds ?? 0,
    reply,
    interrupted: isInterrupted,
    unheard,
    tools: tools satisfies readonly ToolUse[],
    generationId: null,
    hasCallerAudio: hasAudio,
    hasReplyAudio: false,
    credits: spent,
    latency: latency satisfies Latency,
    createdAt,
  };
}
