import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  /** `host:port`, for the list of what may be visited. */
  place: string;
  url: string;
  received: Received[];
  /** Called once a request has arrived as a whole. A test may put something else here. */
  answer: RequestListener;
  close(): Promise<void>;
};

/** A customer's server, listening on this machine. */
export async function openReceiver(): Promise<Receiver> {
  const accept: RequestListener = (_request, response) => response.end('thanks');
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = '', url: path = '', headers } = request;
    receiver.received.push({ method, path, headers, body });
    receiver.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    place,
    url: `http://${place}/hook`,
    received: [],
    answer: accept,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
