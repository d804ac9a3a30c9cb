import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a call: it is let through, hung up on, answered with this status, or let through and then hung up on. */
export type Mishap = 'none' | 'hang up' | 'swallow' | number;

/** Stands between a worker and the service. `next` says what happens to a call. */
export async function openUnsteadyProxy(port: number, next: (path: string) => Mishap) {
  const seen: string[] = [];
  const server = createServer((incoming, answer) => {
    const { method, url: path = '', headers } = incoming;
    const mishap = next(path);
    seen.push(`${path.split('/').at(-1)} ${mishap}`);
    if (mishap === 'hang up') return void incoming.socket.destroy();
    if (typeof mishap === 'number') return void answer.writeHead(mishap).end('<h1>Out of order</h1>');
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      if (mishap === 'swallow') {
        response.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.once('error', () => answer.destroy());
    answer.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
