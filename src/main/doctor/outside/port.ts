import { createServer } from 'node:net';
import { boundedText, operatorFetch } from '../../../platform/operator-fetch.ts';
import { type Check, type Finding, fault, good } from '../check.ts';

const ANSWER_MS = 5_000;
const MAX_BYTES = 100_000;
const ANYWHERE = ['0.0.0.0', '::'];

type Health = { status: string; checks: Record<string, string | Record<string, string>> };

/** Free, or taken by the service itself, which then tells how its parts are. */
export const port: Check = {
  id: 'port',
  settings: ['HOST', 'PORT'],
  async run({ config }) {
    const place = `${config.host}:${config.port}`;
    const code = await tryToListen(config.host, config.port);
    if (code === null) return [good(`${place} is free. The service does not run.`)];
    if (code === 'EACCES')
      return [
        fault(
          `This user may not listen on ${place}.`,
          'Set PORT to one above 1023, and put a proxy in front.',
        ),
      ];
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      return [
        fault(
          `HOST=${config.host} is no address of this machine.`,
          'Set HOST=127.0.0.1, or 0.0.0.0 for all of its addresses.',
        ),
      ];
    if (code !== 'EADDRINUSE')
      return [fault(`Nothing can listen on ${place} (${code}).`, 'Correct HOST and PORT.')];
    const host = ANYWHERE.includes(config.host) ? '127.0.0.1' : config.host;
    return judgeOwner(place, await askForHealth(host, config.port));
  },
};

/** The code of the failure, or null. */
function tryToListen(host: string, at: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port: at, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

async function askForHealth(host: string, at: number): Promise<Health | null> {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${at}/api/health`;
  try {
    const answer = await operatorFetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    const body: unknown = JSON.parse(await boundedText(answer.body, MAX_BYTES));
    return isHealth(body) ? body : null;
  } catch {
    // Whoever it is does not speak as the service does.
    return null;
  }
}

export function judgeOwner(place: string, health: Health | null): Finding[] {
  if (health === null)
    return [
      fault(
        `Another program listens on ${place}.`,
        `Set PORT to a free one, or end it: ss -ltnp 'sport = :${place.split(':').at(-1)}'`,
      ),
    ];
  const parts = Object.entries(health.checks).flatMap(([name, state]) =>
    typeof state === 'string' ? [[name, state]] : Object.entries(state),
  );
  const down = parts.filter(([, state]) => state === 'down').map(([name]) => name);
  if (down.length === 0) return [good(`The service runs on ${place}, and all of its parts are well.`)];
  return [
    fault(
      `The service runs on ${place}, and these parts are down: ${down.join(', ')}.`,
      'Its log says why (LOG_LEVEL=info).',
    ),
  ];
}

function isHealth(body: unknown): body is Health {
  if (typeof body !== 'object' || body === null || !('checks' in body)) return false;
  const { checks } = body;
  return typeof checks === 'object' && checks !== null && 'database' in checks && 'queue' in checks;
}
