import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

const PROBE_EVERY_MS = 200;

export type ReverseProxy = {
  url: string;
  /** Sends a node no more calls, whatever its probe says, and waits for those that it has. */
  takeOut(node: string): Promise<void>;
  putBack(node: string): void;
  close(): Promise<void>;
};

/**
 * Sends calls by turns to the nodes whose readiness probe says yes, as proxies do that are set up simply: it keeps connections, and what fails is not
 * tried again but answered with 502.
 */
export async function openReverseProxy(nodes: readonly string[]): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(nodes);
  const out = new Set<string>();
  const running = new Map(nodes.map((node) => [node, new Set<ServerResponse>()]));
  let turn = 0;
  const next = (): string => {
    const among = [...ready].filter((node) => !out.has(node));
    turn += 1;
    return among[turn % Math.max(1, among.length)] ?? nodes[0] ?? '';
  };
  const probes = setInterval(() => {
    for (const node of nodes)
      fetch(`${node}/api/health`).then(
        ({ ok }) => (ok ? ready.add(node) : ready.delete(node)),
        () => ready.delete(node),
      );
  }, PROBE_EVERY_MS);

  const server = createServer((incoming, answer) => {
    const node = next();
    const { hostname, port } = new URL(node);
    const { method, url: path, headers } = incoming;
    running.get(node)?.add(answer);
    answer.once('close', () => running.get(node)?.delete(answer));
    const outgoing = request({ agent, hostname, port, method, path, headers }, (response) => {
      // Between the proxy and its caller there is another connection.
      const { connection: _, ...kept } = response.headers;
      answer.writeHead(response.statusCode ?? 502, kept);
      response.pipe(answer);
      response.once('error', () => answer.destroy());
    });
    outgoing.once('error', (error) => {
      if (answer.headersSent) return answer.destroy();
      return answer.writeHead(502).end(String(error));
    });
    incoming.pipe(outgoing);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { hostname, port } = new URL(next());
    const upstream = connect(Number(port), hostname, () => {
      upstream.write(headOf(incoming));
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    for (const side of [socket, upstream]) side.on('error', () => side.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async takeOut(node) {
      out.add(node);
      for (const answer of running.get(node) ?? []) await once(answer, 'close');
    },
    putBack: (node) => void out.delete(node),
    async close() {
      clearInterval(probes);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
