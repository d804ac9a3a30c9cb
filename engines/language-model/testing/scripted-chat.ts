import type { RequestListener } from 'node:http';
import type { ChatServer } from './chat-server.ts';

export type AskedMessage = { role: string; content: string | null };

/** Returns the messages of every request in order. A guess at the end of a turn may ask twice. */
export function askedOf(chat: Pick<ChatServer, 'received'>): AskedMessage[][] {
  return chat.received.map(({ body }) => (body as { messages: AskedMessage[] }).messages);
}

/** Answers by what was said, not by how often it was asked. The last message is that of a caller or of a function. */
export function answerBy(chat: ChatServer, choose: (last: AskedMessage) => RequestListener): void {
  chat.answer = (request, response) => {
    const last = askedOf(chat).at(-1)?.at(-1);
    if (!last) throw new Error('the model was asked nothing');
    choose(last)(request, response);
  };
}
