/**
 * Runs tests with a PostgreSQL server whose answers come late, each connection's by another time: what expects an order that
 * nothing promises fails here, and on one machine of a hundred elsewhere.
 *
 *   npm run fuzz:database -- [--longest-ms 25] [--turns 3] FILE…
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { 'longest-ms': { type: 'string', default: '25' }, turns: { type: 'string', default: '3' } },
});
const real = new URL(process.env.TEST_DATABASE_URL ?? '');

/** Two in three pass at once, so that others overtake the third. */
const lateness = (): number =>
  Math.random() < 2 / 3 ? 0 : Math.ceil(Math.random() * Number(values['longest-ms']));

async function forward(from: Socket, to: Socket): Promise<void> {
  try {
    for await (const chunk of from) {
      await sleep(lateness());
      if (!to.write(chunk)) await once(to, 'drain');
    }
    to.end();
  } catch {
    to.destroy(); // Tests break connections on purpose.
  }
}

const proxy = createServer((client) => {
  const server = connect(Number(real.port), real.hostname);
  for (const socket of [client, server]) socket.setNoDelay(true).on('error', () => undefined);
  void Promise.all([forward(client, server), forward(server, client)]);
});
await once(proxy.listen(0, '127.0.0.1'), 'listening');
const url = new URL(real);
url.port = String((proxy.address() as AddressInfo).port);

for (let turn = 0; turn < Number(values.turns); turn += 1) {
  const args = ['--test', '--test-isolation=none', '--test-timeout=300000', '--test-reporter=dot', ...files];
  const tests = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url.href },
  });
  const [status] = await once(tests, 'exit');
  if (status !== 0) process.exitCode = 1;
}
proxy.close();
