import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ChatServer = {
  baseUrl: string;
  received: { path: string; headers: IncomingHttpHeaders; body: unknown }[];
  /** A test may put something else here. */
  answer: RequestListener;
  close(): Promise<void>;
};

export const USAGE = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };

/** Speaks OpenAI's `/chat/completions`, on this machine. */
export async function openChatServer(): Promise<ChatServer> {
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
    chat.received.push({ path: request.url ?? '', headers: request.headers, body });
    chat.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const chat: ChatServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received: [],
    answer: saying('Paris.'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return chat;
}

export function saying(content: unknown): RequestListener {
  return (_request, response) => {
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ model: 'tiny-2026', choices, usage: USAGE }));
  };
}
