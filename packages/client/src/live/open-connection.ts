import { ApiError } from '../core/errors.ts';
import type { Settings } from '../core/options.ts';
import { type AnyInput, send, urlOf } from '../core/send.ts';
import type { Conversation } from '../generated/operations.ts';
import { type Connection, connect, type Listener, LiveConnectionError } from './connection.ts';
import type { EndedReason } from './events.ts';

const LIVE = 'GET /api/v1/agents/{id}/live';
/** A socket that was refused closes with this code, whatever the reason. */
const CUT = 1006;
/** A plain GET gets this code when there is nothing else to refuse. */
const SOCKET_REQUIRED = 'socket_required';

export type Place = { agentId: string; query: Record<string, string | undefined> };

/** Resolves when the conversation is open. `onMade` gets the connection before its first event. */
export async function openConnection(
  settings: Settings,
  { agentId, query }: Place,
  listener: Listener,
  onMade: (connection: Connection) => void,
): Promise<void> {
  const input: AnyInput = { path: { id: agentId }, query };
  const [, template = ''] = LIVE.split(' ');
  const url = socketUrl(urlOf(settings.baseUrl, template, input));
  const protocols = protocolsWith(await settings.apiKey());
  const connection = connect(settings.WebSocket(), { url, protocols }, listener, settings.log);
  onMade(connection);
  try {
    await connection.greeted;
  } catch (error) {
    // A socket does not tell why it was refused; the same request without one does.
    if (error instanceof LiveConnectionError && error.code === CUT) await askWhy(settings, input);
    throw error;
  }
}

async function askWhy(settings: Settings, input: AnyInput): Promise<void> {
  try {
    await send(settings, LIVE, input, { maxRetries: 0 }, async (response) => response.body?.cancel());
  } catch (error) {
    if (error instanceof ApiError && error.code !== SOCKET_REQUIRED) throw error;
  }
}

/** Why a conversation ended that could not be resumed; null if it was refused for another reason. */
export async function endedReason(
  settings: Settings,
  id: string,
  refusal: unknown,
): Promise<EndedReason | null> {
  if (!(refusal instanceof ApiError && refusal.code === 'conversation_ended')) return null;
  const read = async (response: Response) => (await response.json()) as Pick<Conversation, 'ended_reason'>;
  try {
    return (await send(settings, 'GET /api/v1/conversations/{id}', { path: { id } }, {}, read)).ended_reason;
  } catch {
    // The refusal says enough.
    return null;
  }
}

/** A page may use a path of its own origin. */
function socketUrl(url: string): string {
  const { location } = globalThis as { location?: { href: string } };
  return new URL(url, location?.href).href.replace(/^http/, 'ws');
}

/** Browsers send no headers with a WebSocket, so the key is a subprotocol. Without one the session cookie counts. */
function protocolsWith(key: string | null): string[] {
  if (key === null) return ['vox-humana'];
  if (!/^[\w.~!#$%&'*+^`|-]+$/.test(key)) throw new TypeError('The API key has characters that no key has.');
  return ['vox-humana', `vox-humana-key.${key}`];
}
