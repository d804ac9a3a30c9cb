import { isDeepStrictEqual } from 'node:util';
import { type Channel, type Message, refuseTooManyValues, refuseUnusableText } from '../../http/index.ts';
import { prefixedId, randomBase62 } from '../../platform/ids.ts';
import { createConversation } from './conversation.ts';
import { describeError, isOurFault, isOutOfCredits } from './describe-error.ts';
import { createListening } from './listen.ts';
import type { RealtimePorts } from './ports.ts';
import { ProtocolError } from './protocol-error.ts';
import { newSession, type SessionConfig, updateSession } from './session-config.ts';
import { limitSession, SESSION_LIMITS, type SessionLimits } from './session-limits.ts';

type ClientEvent = { type: string; event_id?: unknown } & Record<string, unknown>;
type Handler = (event: ClientEvent) => unknown;

const NORMAL = 1000;
const POLICY_VIOLATION = 1008;
/** Mistakes in a row after which a client is taken to be broken. */
const MAX_MISTAKES = 100;

export type SessionOptions = {
  type: SessionConfig['type'];
  model: string;
  preset?: unknown;
  limits?: SessionLimits;
};

/** One connection, from `session.created` to its end. */
export async function runSession(
  ports: RealtimePorts,
  channel: Channel,
  { type, model, preset, limits = SESSION_LIMITS }: SessionOptions,
): Promise<void> {
  let config = newSession(type, model);
  if (preset !== undefined) config = updateSession(config, preset);
  const id = prefixedId('sess');
  const describe = () => ({ id, object: 'realtime.session', ...config });
  const send = (event: object): Promise<void> =>
    channel.send({ event_id: `event_${randomBase62(20)}`, ...event });
  const sendError = (error: unknown, event?: ClientEvent): Promise<void> =>
    send({ type: 'error', error: { ...describeError(error), event_id: eventIdOf(event) } });
  const end = async (error: unknown): Promise<void> => {
    await sendError(error);
    channel.close(NORMAL, describeError(error).message);
  };
  /** Outside any event of the client. Without credits a session would go on for nothing. */
  const fail = (error: unknown): void => {
    if (channel.signal.aborted) return;
    if (isOurFault(error)) ports.report(error);
    void (isOutOfCredits(error) ? end(error) : sendError(error));
  };
  const session = () => config;
  const conversation = createConversation(ports, { session, send, fail });
  const listening = createListening(ports, {
    session,
    conversation,
    send,
    fail,
  });

  const handlers: Record<string, Handler> = {
    'session.update': ({ session: update }) => {
      const { input } = config.audio;
      config = updateSession(config, update);
      if (!isDeepStrictEqual(input, config.audio.input)) listening.reopen();
      return send({ type: 'session.updated', session: describe() });
    },
    'input_audio_buffer.append': ({ audio }) => listening.append(audio),
    'input_audio_buffer.commit': () => listening.commit(),
    'input_audio_buffer.clear': () => {
      listening.clear();
      return send({ type: 'input_audio_buffer.cleared' });
    },
    'conversation.item.create': async ({ item: wanted, previous_item_id: after }) => {
      const { item, previousId } = conversation.items.add(wanted, typeof after === 'string' ? after : null);
      await send({ type: 'conversation.item.added', previous_item_id: previousId, item });
      await send({ type: 'conversation.item.done', previous_item_id: previousId, item });
    },
    'conversation.item.retrieve': (event) =>
      send({ type: 'conversation.item.retrieved', item: conversation.items.get(itemIdOf(event)) }),
    'conversation.item.delete': (event) => {
      const item_id = itemIdOf(event);
      conversation.delete(item_id);
      return send({ type: 'conversation.item.deleted', item_id });
    },
    'conversation.item.truncate': (event) => {
      const { audio_end_ms: endMs, content_index = 0 } = event;
      if (typeof endMs !== 'number' || !(endMs >= 0))
        throw new ProtocolError('invalid_value', 'audio_end_ms must be a number from 0 on.', 'audio_end_ms');
      const item_id = itemIdOf(event);
      const audio_end_ms = conversation.truncate(item_id, endMs);
      return send({ type: 'conversation.item.truncated', item_id, content_index, audio_end_ms });
    },
    'response.create': ({ response }) => conversation.create((response ?? {}) as Record<string, unknown>),
    'response.cancel': ({ response_id }) => {
      const isOther = response_id !== undefined && response_id !== conversation.runningId();
      if (isOther || !conversation.stop('client_cancelled'))
        throw new ProtocolError('response_cancel_not_active', 'There is no such response in progress.');
    },
  };

  await send({ type: 'session.created', session: describe() });
  let mistakes = 0;
  const clock = limitSession(limits, {
    isBusy: conversation.isResponding,
    end: ({ code, message }) => void end(new ProtocolError(code, message)),
  });
  try {
    for await (const message of channel.messages) {
      clock.touch();
      let event: ClientEvent | undefined;
      try {
        event = eventOf(message);
        await handlerOf(handlers, event)(event);
        mistakes = 0;
      } catch (error) {
        if (isOurFault(error)) ports.report(error);
        await sendError(error, event);
        mistakes += 1;
        if (mistakes >= MAX_MISTAKES) channel.close(POLICY_VIOLATION, 'Too many mistakes in a row.');
      }
    }
  } finally {
    clock.stop();
    conversation.stop('client_cancelled');
    listening.close();
    await Promise.all([listening.settled(), conversation.ended()]);
  }
}

function eventOf(message: Message): ClientEvent {
  if (message.kind === 'bytes') throw new ProtocolError('invalid_event', 'Events are JSON text, not bytes.');
  refuseTooManyValues(message.text);
  let event: unknown;
  try {
    event = JSON.parse(message.text);
  } catch {
    throw new ProtocolError('invalid_event', 'The event is not JSON.');
  }
  refuseUnusableText(event);
  const isEvent =
    typeof event === 'object' && event !== null && typeof (event as ClientEvent).type === 'string';
  if (!isEvent) throw new ProtocolError('invalid_event', 'An event is an object with a type.', 'type');
  return event as ClientEvent;
}

function handlerOf(handlers: Record<string, Handler>, { type }: ClientEvent): Handler {
  const handler = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (handler) return handler;
  throw new ProtocolError('invalid_value', `There is no event ${type.slice(0, 64)}.`, 'type');
}

function itemIdOf({ item_id }: ClientEvent): string {
  if (typeof item_id === 'string') return item_id;
  throw new ProtocolError('invalid_value', 'item_id must be a string.', 'item_id');
}

function eventIdOf(event: ClientEvent | undefined): string | null {
  return typeof event?.event_id === 'string' ? event.event_id.slice(0, 512) : null;
}
