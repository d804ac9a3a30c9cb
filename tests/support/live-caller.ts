import { WebSocket } from 'ws';
import { encodePcm16 } from '../../engines/codec/index.ts';
import type { LiveEvent, LiveEventOf } from './live-events.ts';
import { createLiveInbox, type LiveInbox } from './live-inbox.ts';
import { type LiveMicrophone, openMicrophone } from './live-microphone.ts';
import { createLivePlayer, type LivePlayer } from './live-player.ts';

const REPORT_EVERY_MS = 200;

export type LiveCallerOptions = {
  /** `http://host:port` */
  url: string;
  agentId: string;
  key?: string;
  query?: Record<string, string>;
  protocols?: string[];
  headers?: Record<string, string>;
  /** Functions of the client. */
  tools?: Record<string, (given: unknown) => unknown>;
  /** False: no sound is sent unless the script sends it. */
  microphone?: boolean;
};

export type LiveCaller = Pick<LiveInbox, 'observed' | 'all' | 'next'> & {
  conversationId: string;
  say: LiveMicrophone['say'];
  send(message: object | string | Uint8Array): void;
  /** How much of the last reply was played. */
  playedMs(): number;
  /** All reports of it that were sent, in order. */
  reports: readonly { reply: number; ms: number }[];
  /** How the connection ended. */
  closed: Promise<{ code: number; reason: string }>;
  /** Cuts the connection without a word, as a lost network does. */
  hangUp(): Promise<void>;
  socket: WebSocket;
};

export class LiveRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, body: string) {
    super(`the connection was refused: ${status} ${body}`);
    this.status = status;
    this.code = (JSON.parse(body) as { code: string }).code;
  }
}

/**
 * Calls an agent as a client does: sends sound in real time, plays the reply in real time, says how much of it was played, and
 * drops at `stop` what was not. Rejects with `LiveRefusal` if it is not let in.
 */
export async function openLiveCaller(options: LiveCallerOptions): Promise<LiveCaller> {
  const socket = connect(options);
  const inbox = createLiveInbox();
  const player = createLivePlayer();
  const send = (message: object | string | Uint8Array): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    const isRaw = message instanceof Uint8Array || typeof message === 'string';
    socket.send(isRaw ? message : JSON.stringify(message));
  };
  const reports: { reply: number; ms: number }[] = [];
  const report = (): void => {
    const played = player.played();
    if (!played) return;
    reports.push(played);
    send({ type: 'played', ...played });
  };
  const react = reactions({ player, report, send }, options.tools);
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return;
    const event = JSON.parse(data.toString()) as LiveEvent;
    react(event);
    inbox.add(event);
  });
  const stopReporting = startReporting(player, report);
  let microphone: LiveMicrophone | null = null;
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      stopReporting();
      microphone?.close();
      inbox.close();
      resolve({ code, reason: String(reason) });
    });
  });
  const { conversation_id: conversationId } = await letIn(socket, inbox);
  if (options.microphone !== false) microphone = openMicrophone((frame) => send(encodePcm16(frame)));
  return {
    ...inbox,
    conversationId,
    say(samples) {
      if (!microphone) throw new Error('this caller has no microphone');
      return microphone.say(samples);
    },
    send,
    playedMs: () => player.played()?.ms ?? 0,
    reports,
    closed,
    async hangUp() {
      socket.terminate();
      await closed;
    },
    socket,
  };
}

function connect({ url, agentId, key, query, protocols = [], headers }: LiveCallerOptions): WebSocket {
  const address = new URL(`/api/v1/agents/${agentId}/live`, url.replace('http', 'ws'));
  address.search = new URLSearchParams(query).toString();
  return new WebSocket(address, protocols, {
    headers: { ...headers, ...(key && { authorization: `Bearer ${key}` }) },
  });
}

async function letIn(socket: WebSocket, inbox: LiveInbox): Promise<LiveEventOf<'conversation'>> {
  const refused = Promise.withResolvers<never>();
  socket.on('error', refused.reject);
  socket.once('unexpected-response', async (_request, response) => {
    const body = Buffer.concat(await response.toArray()).toString();
    refused.reject(new LiveRefusal(response.statusCode ?? 0, body));
    socket.terminate();
  });
  const first = inbox.next('conversation');
  first.catch(() => undefined);
  return Promise.race([refused.promise, first]);
}

type Client = { player: LivePlayer; report(): void; send(message: object): void };

function reactions(
  { player, report, send }: Client,
  tools: LiveCallerOptions['tools'],
): (event: LiveEvent) => void {
  async function call({ call_id, name, arguments: given }: LiveEventOf<'tool_call'>): Promise<void> {
    const tool = tools?.[name];
    if (tool) send({ type: 'tool_result', call_id, result: await tool(given) });
  }
  return (event) => {
    if (event.type === 'audio') player.add(event);
    else if (event.type === 'tool_call') void call(event);
    else if (event.type === 'stop') {
      player.stop();
      report();
    }
  };
}

/** Reports while a reply plays and once after its end, so that the server knows that all was played. */
function startReporting(player: LivePlayer, report: () => void): () => void {
  let wasPlaying = false;
  const timer = setInterval(() => {
    const isPlaying = player.isPlaying();
    if (isPlaying || wasPlaying) report();
    wasPlaying = isPlaying;
  }, REPORT_EVERY_MS);
  return () => clearInterval(timer);
}
