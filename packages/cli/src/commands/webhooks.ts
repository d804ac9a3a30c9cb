import type { LiveWebhook } from '../../../client/src/index.ts';
import { defineCommand, defineGroup } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { plain } from '../terminal/plain-text.ts';

/** A delivery has the same time for its answer. */
const TIMEOUT_MS = 30_000;

type Outcome = { status: number | null; ms: number; error: string | null };

const forward = defineCommand({
  name: 'forward',
  summary: 'Send webhook events to a program on this machine, as they happen',
  details:
    'No webhook URL has to be set, and the one that is set gets its deliveries as before. Events are signed with the\n' +
    'secret that is shown, and with your own where signing is on. Ends with Ctrl-C.',
  examples: [
    'vox webhooks forward http://localhost:3000/hooks',
    "vox webhooks forward localhost:3000/hooks --events 'video.*,clone.ready'",
  ],
  args: [{ name: 'URL', required: true }],
  options: {
    events: { type: 'string', value: 'NAMES', description: "Only these, such as 'video.*'. Default: all" },
    'print-json': { type: 'boolean', description: 'Print each event as a line of JSON' },
  },
  async run(context, { options: { events = '*', 'print-json': printJson = false }, args: [given = ''] }) {
    const { client, output, signal, stdout } = context;
    const url = checkedUrl(given);
    let isKnown = false;
    const onReady = (secret: string) => {
      if (!isKnown) output.note(`Forwarding ${events} to ${url}. Verify with the secret ${secret}`);
      isKnown = true;
    };
    for await (const webhook of client.webhookEvents.listen({ events }, { signal, onReady })) {
      const outcome = await post(context, url, webhook);
      const line = printJson || output.json ? jsonLine(webhook, outcome) : textLine(webhook, outcome);
      stdout.write(`${plain(line)}\n`);
    }
  },
});

async function post({ signal }: Context, url: string, { headers, body }: LiveWebhook): Promise<Outcome> {
  const startMs = performance.now();
  const ms = () => Math.round(performance.now() - startMs);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit });
    await response.body?.cancel();
    return { status: response.status, ms: ms(), error: null };
  } catch (error) {
    signal.throwIfAborted();
    return { status: null, ms: ms(), error: limit.aborted ? 'no answer in time' : reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? String(error);
}

function textLine({ event, id }: LiveWebhook, { status, ms, error }: Outcome): string {
  const time = new Date().toTimeString().slice(0, 8);
  return [time, event.padEnd(20), id, status ?? error, `${ms} ms`].join('  ');
}

function jsonLine({ event, id, body }: LiveWebhook, outcome: Outcome): string {
  return JSON.stringify({ time: new Date().toISOString(), event, id, ...outcome, payload: JSON.parse(body) });
}

function checkedUrl(given: string): string {
  const url = URL.parse(/^https?:/i.test(given) ? given : `http://${given}`);
  if (!url) throw new UsageError(`"${given}" is not an address.`, ['Example: http://localhost:3000/hooks']);
  return url.href;
}

export const webhooks = defineGroup({
  name: 'webhooks',
  summary: 'Receive webhook events on this machine',
  subcommands: [forward],
});
