import type { Answer, AnswerKeeper, Caller, UrlSigner } from '../../../http/index.ts';
import type { ModelTab } from '../../../money/model-tokens/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { audioPath } from '../../history/index.ts';
import { type SpeechDeps, type SpeechRequest, synthesizeSpeech } from '../../speech/index.ts';
import { voiceWanted } from '../agent.ts';
import { spokenText } from '../spoken-text.ts';
import { commitTurn } from './commit-turn.ts';
import type { Turn } from './conversation.ts';
import type { Heard } from './hear.ts';
import type { LeasedTurn } from './lease-turn.ts';
import type { Reply } from './think-reply.ts';

export type SpeakDeps = SpeechDeps & { signUrl: UrlSigner };

export type TurnContext = {
  requestId: string;
  signal: AbortSignal;
  format?: SpeechRequest['format'];
  keeper: AnswerKeeper | null;
  answerWith(turn: Turn, reply: Reply, audioUrl: string | null): Answer;
};

export type SpokenTurn = {
  number: number;
  heard: Heard | null;
  reply: Reply;
  /** Pays for thinking. It is left out if the words needed no thinking. */
  tab?: ModelTab;
};

/**
 * Speaks the reply and keeps the turn. What was heard, thought and spoken is charged in the transaction that keeps it, so a
 * turn that fails costs nothing.
 */
export async function speakTurn(
  deps: SpeakDeps,
  caller: Caller,
  leased: Omit<LeasedTurn, 'release'>,
  { number, heard, reply, tab }: SpokenTurn,
  context: TurnContext,
): Promise<Answer> {
  const { accountId } = caller;
  const { keeper, requestId, signal, format, answerWith } = context;
  const begun = performance.now();
  const text = spokenText(reply.text);
  const turnWith = (generationId: string | null, spoken: number): Turn => ({
    number,
    transcript: heard?.text ?? null,
    language: heard?.language ?? null,
    heardSeconds: heard?.seconds ?? 0,
    reply: text,
    interrupted: false,
    unheard: null,
    tools: reply.tools,
    generationId,
    hasCallerAudio: heard?.hasAudio ?? false,
    hasReplyAudio: false,
    credits: spoken + (heard?.credits ?? 0) + (tab?.credits() ?? 0),
    latency: { heard: heard?.ms ?? 0, thought: reply.ms, spoke: performance.now() - begun },
    createdAt: deps.clock.now(),
  });
  const keep = async (tx: Tx, turn: Turn): Promise<void> => {
    await heard?.settle(tx);
    await tab?.settle(tx);
    await commitTurn({ tx, clock: deps.clock }, accountId, leased, { turn, ...reply });
    await heard?.attach(tx, { accountId, conversationId: leased.conversation.id, number });
  };

  if (text === '') {
    const turn = turnWith(null, 0);
    const answer = answerWith(turn, reply, null);
    await keeper?.stash(answer);
    await deps.db.transaction().execute(async (tx) => {
      await keep(tx, turn);
      await keeper?.keep(tx, answer);
    });
    return answer;
  }

  // An agent says by itself that it is a machine.
  const request = {
    text,
    ...voiceWanted(leased.agent.settings),
    ...(format && { format }),
    disclosure: 'none' as const,
  };
  let turn = turnWith(null, 0);
  return synthesizeSpeech(deps, caller, request, {
    kind: 'tts',
    requestId,
    signal,
    keeper: {
      stash: async (answer) => keeper?.stash(answer),
      keep: async (tx, answer) => {
        await keep(tx, turn);
        await keeper?.keep(tx, answer);
      },
    },
    answerWith({ historyId, credits }) {
      turn = turnWith(historyId, credits);
      return answerWith(turn, reply, deps.signUrl(audioPath(historyId), accountId));
    },
  });
}
