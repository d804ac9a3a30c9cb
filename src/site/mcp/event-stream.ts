import { PassThrough } from 'node:stream';

/** Some proxies close a connection that is silent for a minute or less. */
const COMMENT_EVERY_MS = 15_000;

/** A response of server-sent events, each of them a JSON-RPC message. */
export function openEventStream() {
  const body = new PassThrough();
  const comment = () => body.write(': still here\n\n');
  comment();
  const timer = setInterval(comment, COMMENT_EVERY_MS);
  body.once('close', () => clearInterval(timer));
  const send = (message: object) => {
    if (body.writable) body.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  };
  return {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      // Keeps nginx from buffering the stream.
      'x-accel-buffering': 'no',
    },
    body,
    send,
    end(message: object | null): void {
      if (message) send(message);
      body.end();
    },
    fail: (error: Error) => body.destroy(error),
  };
}
