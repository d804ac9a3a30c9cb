import { prefixedId } from '../../platform/ids.ts';
import { runSpan, tracedSteps } from '../../platform/tracing/index.ts';
import { heardWords, type SpokenWord } from '../spoken-replies/index.ts';
import { createItems } from './items.ts';
import { planResponse, type ResponsePlan } from './plan-response.ts';
import type { RealtimePorts } from './ports.ts';
import { ProtocolError } from './protocol-error.ts';
import { type Interruption, type ResponseOptions, respond, type SpokenPiece } from './respond.ts';
import type { SessionConfig } from './session-config.ts';
import { createPace, MAX_RESPONSES_PER_MINUTE } from './session-limits.ts';
import { createSoundWriter } from './sound.ts';

export type SendEvent = (event: { type: string } & Record<string, unknown>) => Promise<void>;

type Running = { id: string; stop: AbortController; ended: Promise<unknown> };
/** Where each word of a spoken item is in its sound, for truncation. */
type Saying = { words: SpokenWord[]; durationMs: number };

export type Conversation = ReturnType<typeof createConversation>;

/** The items of a session, and the response in progress. */
export function createConversation(
  ports: Pick<RealtimePorts, 'think' | 'speak' | 'speechRate' | 'startTrace'>,
  { session, send, fail }: { session(): SessionConfig; send: SendEvent; fail(error: unknown): void },
) {
  const id = prefixedId('conv');
  const newItemId = (): string => prefixedId('item');
  const items = createItems(newItemId);
  const sayings = new Map<string, Saying>();
  let running: Running | undefined;
  const mayBegin = createPace(MAX_RESPONSES_PER_MINUTE);

  function stop(reason: Interruption): boolean {
    running?.stop.abort(reason);
    return running !== undefined;
  }

  /** Waits for a response that was stopped, so that its last events come first. */
  async function create(wanted: Record<string, unknown> = {}): Promise<void> {
    while (running) {
      if (!running.stop.signal.aborted)
        throw new ProtocolError(
          'conversation_already_has_active_response',
          `The response ${running.id} is in progress. Cancel it, or wait for its end.`,
        );
      await running.ended;
    }
    if (session().type === 'transcription')
      throw new ProtocolError('invalid_value', 'A transcription session has no responses.', 'type');
    const plan = planResponse(session(), items, wanted);
    if (!mayBegin())
      throw new ProtocolError(
        'rate_limit_exceeded',
        `A session has at most ${MAX_RESPONSES_PER_MINUTE} responses in a minute.`,
      );
    const mine: Running = { id: prefixedId('resp'), stop: new AbortController(), ended: Promise.resolve() };
    running = mine;
    mine.ended = run(mine, plan).finally(() => {
      running = undefined;
    });
  }

  function run({ id: responseId, stop: { signal } }: Running, plan: ResponsePlan): Promise<unknown> {
    const { format, voice, speed, language } = plan.config.audio.output;
    const write = createSoundWriter(format.type, ports.speechRate);
    const saying: Saying = { words: [], durationMs: 0 };
    async function* speak(text: AsyncIterable<string>): AsyncGenerator<SpokenPiece> {
      for await (const piece of ports.speak(text, {
        voice,
        speed,
        language: language ?? undefined,
        signal,
      })) {
        saying.words.push(...piece.words);
        saying.durationMs += (piece.samples.length / ports.speechRate) * 1_000;
        yield { text: piece.text, audio: write(piece.samples) };
      }
    }
    // The model does not write on for a response that has failed.
    const over = new AbortController();
    const span = ports.startTrace('realtime response');
    const thinking = { signal: AbortSignal.any([signal, over.signal]) };
    const options: ResponseOptions = {
      id: responseId,
      conversationId: id,
      modalities: plan.config.output_modalities,
      metadata: plan.metadata,
      newItemId,
      items: plan.isKept ? items : null,
      parts: tracedSteps(span, 'turn.think', () => ports.think(plan.request, thinking)),
      speak: (text) => tracedSteps(span, 'turn.speak', () => speak(text)),
      onMessage: (item) => sayings.set(item.id, saying),
      onFailure: fail,
      send,
      signal,
    };
    return runSpan(span, () => respond(options).finally(() => over.abort()));
  }

  return {
    id,
    items,
    newItemId,
    create,
    stop,
    isResponding: () => running !== undefined && !running.stop.signal.aborted,
    runningId: () => running?.id,
    ended: async () => running?.ended,
    /** Keeps the words that were played to their half at least. Gives where it was cut: not after the end. */
    truncate(itemId: string, audioEndMs: number): number {
      const item = items.get(itemId);
      const said = sayings.get(itemId);
      if (item.type !== 'message' || !said)
        throw new ProtocolError(
          'invalid_value',
          'Only spoken items of the assistant can be truncated.',
          'item_id',
        );
      const [part] = item.content;
      if (part) part.transcript = heardWords(part.transcript ?? '', said.words, audioEndMs).text;
      return Math.min(audioEndMs, Math.round(said.durationMs));
    },
    delete(itemId: string): void {
      items.delete(itemId);
      sayings.delete(itemId);
    },
  };
}
