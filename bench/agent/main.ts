/**
 * npm run bench:agent [-- --turns 12 --interruptions 8 --callers 1,4]
 *
 * Calls the real program with its real engines, and a model server that answers at once. Callers are in this process, on the
 * same machine: they send recorded speech and play the replies in real time, 20 ms at a time. Measured at the caller: from the
 * end of the speech to the first sound of the reply, and from the first sound of an interruption to `stop`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { sayingInPieces } from '../../engines/language-model/testing/streaming.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { createClient } from '../../scripts/running-service/client.ts';
import { openAgent } from '../../scripts/running-service/open-agent.ts';
import { startService } from '../../scripts/running-service/service-process.ts';
import { recordedLines } from './lines.ts';
import { type Measured, measureCall } from './measure-call.ts';

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '12' },
    interruptions: { type: 'string', default: '8' },
    callers: { type: 'string', default: '1,4' },
  },
});
const counts = values.callers.split(',').map(Number);
const script = { turns: Number(values.turns), interruptions: Number(values.interruptions) };
/** The reply is long enough to be interrupted; its first clause is short, as a model's usually is. */
const REPLY =
  'Let me see, we are open every day from nine in the morning until ten in the evening, and on Sundays we serve breakfast in the garden until noon.';

// Exiting stops the service; a signal alone would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const ms = (list: number[], share: number): string => String(Math.round(quantile(list, share)));

const dataDir = await mkdtemp(join('data', 'bench-'));
const chat = await openChatServer();
chat.answer = sayingInPieces(...REPLY.split(/(?<= )/));
const settings = { LLM_BASE_URL: chat.baseUrl, LLM_MODEL: 'tiny' };
const service = await startService({ dataDir, withoutCache: true, settings });
const client = createClient(service.url, 4);
const lines = await recordedLines();

print(describeMachine());
print('');
print(
  '| callers | turns | first sound p50 ms | p95 | heard p50 | thought p50 | spoke p50 | interruptions | stop p50 ms | p95 |',
);
print('|---|---|---|---|---|---|---|---|---|---|');
for (const callers of counts) {
  const measured = await Promise.all(
    Array.from({ length: callers }, async (_, index) => {
      const account = await client.signUp();
      const agentId = await openAgent(service.url, account);
      return measureCall({ url: service.url, key: account.key, agentId }, lines, {
        ...script,
        offset: index,
      });
    }),
  );
  print(row(callers, measured));
}
print('');
print(describeMachine());
await client.close();
await service.stop();
await chat.close();
await rm(dataDir, { recursive: true, force: true });

function row(callers: number, measured: Measured[]): string {
  const turns = measured.flatMap((one) => one.turns);
  const stops = measured.flatMap((one) => one.stopsMs);
  const of = (name: 'firstSoundMs' | 'heard' | 'thought' | 'spoke') => turns.map((turn) => turn[name]);
  const first = of('firstSoundMs');
  const parts = [ms(of('heard'), 0.5), ms(of('thought'), 0.5), ms(of('spoke'), 0.5)];
  const cells = [callers, turns.length, ms(first, 0.5), ms(first, 0.95), ...parts, stops.length];
  return `| ${[...cells, ms(stops, 0.5), ms(stops, 0.95)].join(' | ')} |`;
}
