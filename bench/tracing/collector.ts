/** Takes spans and forgets them, in a process of its own so that it does not count. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.end('{}'));
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ endpoint: `http://127.0.0.1:${port}` });
});
process.once('disconnect', () => process.exit());
