import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type SeenRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
};

export type FakeReply = { status?: number; body: unknown };

/** What the next request gets instead of an answer. */
export type Misbehaviour = 'slow' | 'error' | 'malformed' | 'hangup';

export class Refusal extends Error {
  readonly reply: FakeReply;

  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.reply = { status, body };
  }
}

export type FakeServer = Awaited<ReturnType<typeof openFakeServer>>;

/** A provider on this machine that keeps what it was sent and can misbehave. */
export async function openFakeServer(answer: (request: SeenRequest) => FakeReply) {
  const requests: SeenRequest[] = [];
  const queue: Misbehaviour[] = [];
  const server = createServer((incoming, outgoing) => {
    void reply(incoming, outgoing);
  });

  async function reply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const request: SeenRequest = {
      method: incoming.method ?? '',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: incoming.headers as Record<string, string>,
      body: await text(incoming),
    };
    requests.push(request);
    const misbehaviour = queue.shift();
    // Never answered: the caller must give up by itself.
    if (misbehaviour === 'slow') return;
    if (misbehaviour === 'hangup') {
      outgoing.destroy();
      return;
    }
    if (misbehaviour === 'error') return send(outgoing, 500, '<html>Internal Server Error</html>');
    if (misbehaviour === 'malformed') return send(outgoing, 200, '{"status": true, "data": {');
    const { status = 200, body } = answerOf(request);
    send(outgoing, status, JSON.stringify(body));
  }

  function answerOf(request: SeenRequest): FakeReply {
    try {
      return answer(request);
    } catch (error) {
      if (error instanceof Refusal) return error.reply;
      return { status: 500, body: { message: String(error) } };
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    misbehave: (...next: Misbehaviour[]) => {
      queue.push(...next);
    },
    behave: () => {
      queue.length = 0;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' }).end(body);
}

/** Refuses a request that lacks one of these, as the real provider would. */
export function demand(value: unknown, ...fields: string[]): void {
  for (const field of fields) {
    const found = field
      .split('.')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value);
    if (found === undefined || found === '' || found === null) {
      throw new Refusal(400, { status: false, code: 'missing_params', message: `${field} is required` });
    }
  }
}
