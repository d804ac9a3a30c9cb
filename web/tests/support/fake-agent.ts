import type { Page, WebSocketRoute } from 'playwright-core';

type Sent = { type: string } & Record<string, unknown>;
export type FakeAgent = Awaited<ReturnType<typeof fakeAgent>>;

const RATE = 24_000;

/** The other end of the live socket, played by the test: it says when what happens. */
export async function fakeAgent(page: Page) {
  const connections: URL[] = [];
  const messages: Sent[] = [];
  let soundBytes = 0;
  let socket: WebSocketRoute | null = null;
  await page.routeWebSocket(/\/live(\?|$)/, (opened) => {
    socket = opened;
    connections.push(new URL(opened.url()));
    opened.onMessage((message) => {
      if (typeof message === 'string') messages.push(JSON.parse(message));
      else soundBytes += message.length;
    });
    send({ type: 'conversation', conversation_id: 'conv_fake', resumed: connections.length > 1 });
    send({ type: 'phase', phase: 'listening' });
  });
  const send = (event: object) => socket?.send(JSON.stringify(event));

  return {
    connections,
    send,
    /** Bytes of the microphone so far. */
    heardBytes: () => soundBytes,
    sent: (type: string) => messages.filter((message) => message.type === type),
    /** A reply whose words take half a second each. */
    say(reply: number, text: string): void {
      const words = Array.from(text.matchAll(/\S+/g), (match, index) => ({
        text: match[0],
        start: match.index,
        end: match.index + match[0].length,
        start_ms: index * 500,
        end_ms: (index + 1) * 500,
      }));
      const end_ms = words.length * 500;
      send({ type: 'reply_text', reply, delta: text });
      send({ type: 'phase', phase: 'speaking' });
      send({ type: 'audio', reply, start_ms: 0, end_ms, words, packets: 1 });
      socket?.send(tone(end_ms));
    },
    close: (code: number) => socket?.close({ code }),
  };
}

function tone(ms: number): Buffer {
  const sound = Buffer.alloc(((RATE * ms) / 1_000) * 2);
  for (let n = 0; n < sound.length / 2; n += 1)
    sound.writeInt16LE(Math.round(6_000 * Math.sin((2 * Math.PI * 220 * n) / RATE)), n * 2);
  return sound;
}
