import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { ANSWERS, type Answer } from './hostile-answers.ts';

export type HostileHost = {
  /** Its scheme is https for an answer that speaks to a TLS handshake. */
  url: string;
  /** Lists of allowed hosts name the host like this. */
  place: string;
  /** Returns how many connections are open. */
  connections(): number;
  close(): Promise<void>;
};

/** A host on loopback that answers every connection in the way that `pick` gives. */
export async function openHostileHost(pick: () => Answer, body: Buffer): Promise<HostileHost> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Clients leave as they like.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const answer = pick();
    if (answer.unasked) answer.talk(socket, body);
    else socket.once('data', () => answer.talk(socket, body));
    // A client that closes has to be read to the end, or it is never noticed.
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${pick().tls ? 'https' : 'http'}://${place}`,
    place,
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type HostileHosts = Awaited<ReturnType<typeof openHostileHosts>>;

/** One host for each way to answer. */
export async function openHostileHosts(body: Buffer) {
  const opened = await Promise.all(
    Object.entries(ANSWERS).map(async ([name, answer]) => {
      const host = await openHostileHost(() => answer, body);
      return { name, ...answer, ...host };
    }),
  );
  return {
    all: opened,
    places: opened.map(({ place }) => place),
    connections: () => opened.reduce((sum, { connections }) => sum + connections(), 0),
    close: () => Promise.all(opened.map(({ close }) => close())),
  };
}
