import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from '../../tests/keeping/upgrades/recorded.ts';
import { signatureOf } from '../running-service/webhook-process.ts';
import { type EarlierCustomer, EMAIL, type Reply } from './customer.ts';

/** Nobody listens there, so that deliveries wait. */
export const DEAF_RECEIVER = '127.0.0.1:9';
export const CARDPAY_WEBHOOK_SECRET = 'whsec_of_the_recordings';

const WEBHOOK_URL = `http://${DEAF_RECEIVER}/events`;
const TEXT = 'This was said in an earlier version, and nobody pays for it twice.';
const SAMPLE =
  'The morning train was late again, so we walked along the river and talked about the weather for a while.';
const FLOW = {
  start: 'open',
  otherwise: 'Sorry?',
  states: { open: { rules: [{ when: ['hello'], say: 'Hello back.' }] } },
};
const POLL_MS = 1_500;
const MAX_WAIT_MS = 300_000;

type Step = { route: string; body?: object; keyed?: boolean };

/** Each is done where the version has the route. */
const FIRST: Step[] = [
  { route: 'POST /api/billing/checkout', body: { plan: 'developer' } },
  { route: 'POST /api/billing/topup', body: { amountUsd: 20 } },
  { route: 'PUT /api/billing/payg-settings', body: { monthlySpendCapCents: 5_000 } },
  { route: 'PATCH /api/settings', body: { webhookUrl: WEBHOOK_URL } },
  { route: 'POST /api/settings/webhook-secret', body: {} },
  { route: 'PATCH /api/settings', body: { webhookRetries: true, webhookSigning: true } },
  { route: 'POST /api/keys', body: { name: 'Second key' } },
  { route: 'PUT /api/v1/pronunciations', body: { pronunciations: { Vox: 'vocks' } } },
  { route: 'POST /api/v1/tts', body: { text: TEXT, voice_id: 'af_heart', format: 'mp3' } },
  { route: 'POST /api/v1/tts', body: { text: 'Kept.', voice_id: 'am_adam', format: 'mp3' }, keyed: true },
  { route: 'POST /api/v1/tts/stream', body: { text: TEXT, voice_id: 'bf_emma' } },
  { route: 'POST /api/v1/generate', body: { text: 'Routed.', voice_id: 'af_heart' } },
  { route: 'POST /api/v1/sfx', body: { prompt: 'rain', seconds: 1 } },
  {
    route: 'POST /api/runs',
    body: { name: 'A run', operation: 'POST /api/v1/tts', request: { text: 'Saved.', voice_id: 'af_heart' } },
  },
  {
    route: 'POST /api/v1/seller/verification',
    body: { legal_name: 'Ada Lovelace', country: 'gb', document_id: 'P1234567' },
  },
];
/** The service is stopped right after these. */
const LAST: Step[] = [
  { route: 'POST /api/v1/avatar', body: { text: 'The first of two films.' }, keyed: true },
  { route: 'POST /api/v1/avatar', body: { text: 'The second film, which waits.' } },
];

/** Uses what the version has as a customer would. What it refuses is said, since it may have its reasons. */
export async function exerciseVersion(
  customer: EarlierCustomer,
  say: (line: string) => void,
): Promise<Recorded['calls']> {
  const calls: Recorded['calls'] = [];
  const take = async ({ route, body = {}, keyed }: Step): Promise<void> => {
    const headers: Record<string, string> = keyed ? { 'idempotency-key': `kept-${calls.length}` } : {};
    const reply = await perform(customer, say, route, body, { headers });
    if (reply === null || !keyed) return;
    const { status, bytes } = reply;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    calls.push({ path: route.split(' ')[1] ?? '', headers, body, status, sha256 });
  };
  for (const step of FIRST) await take(step);
  await payByCard(customer, say);
  await uploadAsset(customer, say);
  await talkToAgent(customer, say);
  const designed = await perform(customer, say, 'POST /api/voices/design', {
    prompt: 'A warm British woman',
    name: 'Story',
  });
  if (designed) await ended(customer, 'GET /api/voices/design/{id}', idOf(designed, 'voice_id'));
  await offerClone(customer, say);
  const film = await perform(customer, say, 'POST /api/v1/avatar', { text: 'Done.' });
  if (film) await ended(customer, 'GET /api/v1/jobs/{id}', idOf(film, 'job_id'));
  for (const step of LAST) await take(step);
  return calls;
}

type Say = (line: string) => void;
type Parameters = { parameters?: Record<string, string>; headers?: Record<string, string> };

/** Null if the version does not offer it, or refuses it. */
async function perform(
  customer: EarlierCustomer,
  say: Say,
  route: string,
  body: object,
  parameters: Parameters = {},
): Promise<Reply | null> {
  if (!customer.offers(route)) return null;
  const reply = await customer.call(route, body, parameters);
  const isDone = reply.status < 300;
  say(`${route}: ${reply.status}${isDone ? '' : ` ${reply.bytes}`}`);
  return isDone ? reply : null;
}

const idOf = ({ bytes }: Reply, field: string): string =>
  String((JSON.parse(`${bytes}`) as Record<string, unknown>)[field]);

async function ended(customer: EarlierCustomer, route: string, id: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += POLL_MS) {
    const { bytes } = await customer.call(route, undefined, { parameters: { id } });
    const { status } = JSON.parse(`${bytes}`) as { status?: string };
    if (status === 'ready' || status === 'completed') return;
    if (status === 'failed') throw new Error(`${route}: ${bytes}`);
    await sleep(POLL_MS);
  }
  throw new Error(`${route}: ${id} did not end`);
}

async function speech(customer: EarlierCustomer, text: string, format: 'mp3' | 'wav') {
  const { bytes } = await customer.call('POST /api/v1/tts', { text, voice_id: 'am_michael', format });
  return new Uint8Array(bytes);
}

async function payByCard(customer: EarlierCustomer, say: Say): Promise<void> {
  const object = { id: 'pi_1', amount_received: 1_500, currency: 'usd', receipt_email: EMAIL };
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object } };
  const signature = signatureOf(JSON.stringify(event), new Date(), CARDPAY_WEBHOOK_SECRET);
  const headers = { 'cardpay-signature': signature };
  await perform(customer, say, 'POST /api/webhooks/cardpay', event, { headers });
}

async function uploadAsset(customer: EarlierCustomer, say: Say): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([await speech(customer, 'An asset.', 'mp3')]), 'asset.mp3');
  await perform(customer, say, 'POST /api/v1/assets', form);
}

async function talkToAgent(customer: EarlierCustomer, say: Say): Promise<void> {
  const agent = await perform(customer, say, 'POST /api/v1/agents', {
    name: 'Anna',
    voice_id: 'af_heart',
    language: 'en',
    flow: FLOW,
  });
  if (!agent) return;
  const parameters = { id: idOf(agent, 'id') };
  const begun = await perform(customer, say, 'POST /api/v1/agents/{id}/conversations', {}, { parameters });
  if (!begun) return;
  const conversation = { parameters: { id: idOf(begun, 'id') } };
  await perform(customer, say, 'POST /api/v1/conversations/{id}/turns', { text: 'Hello.' }, conversation);
}

async function offerClone(customer: EarlierCustomer, say: Say): Promise<void> {
  const form = new FormData();
  const fields = { kind: 'instant', name: 'A clone', consent: 'true', webhook_url: WEBHOOK_URL };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (customer.offers('POST /api/voices/clone'))
    form.append('samples', new Blob([await speech(customer, SAMPLE, 'wav')]), 'sample.wav');
  const clone = await perform(customer, say, 'POST /api/voices/clone', form);
  if (!clone) return;
  const parameters = { id: idOf(clone, 'voice_id') };
  await ended(customer, 'GET /api/voices/clone/{id}', parameters.id);
  const offer = { title: 'Warm narrator', language: 'en', consent: true };
  await perform(customer, say, 'POST /api/voices/clone/{id}/publish', offer, { parameters });
}
