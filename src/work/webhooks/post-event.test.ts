import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import OpenAI from 'openai';
import { signatureHeaders } from './post-event.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const ID = '019b76da-a800-7000-8000-000000000000';
/** A verifier refuses what was sent minutes ago, which the loading of this file may be. */
const newMessage = () => ({ id: ID, sentAt: new Date(), body: '{"event":"é"}' });
/** OpenAI's client checks Standard Webhooks, and knows nothing of us. */
const { webhooks } = new OpenAI({ apiKey: 'unused' });
const verify = (body: string, headers: Record<string, string>, secret: string) =>
  webhooks.verifySignature(body, { 'webhook-id': ID, ...headers }, secret);

test('a verifier of Standard Webhooks accepts it, and nothing that was changed', async () => {
  const secret = newSecret();
  const message = newMessage();
  const headers = signatureHeaders([secret], message);
  await verify(message.body, headers, secret);
  await assert.rejects(verify(`${message.body} `, headers, secret));
  await assert.rejects(verify(message.body, headers, newSecret()));
  await assert.rejects(verify(message.body, { ...headers, 'webhook-id': 'another' }, secret));
  const later = String(Number(headers['webhook-timestamp']) + 1);
  await assert.rejects(verify(message.body, { ...headers, 'webhook-timestamp': later }, secret));
});

test('either of two secrets is enough', async () => {
  const current = newSecret();
  const previous = newSecret();
  const message = newMessage();
  const headers = signatureHeaders([current, previous], message);
  await verify(message.body, headers, current);
  await verify(message.body, headers, previous);
});

test('without a secret nothing is signed', () => {
  assert.deepEqual(signatureHeaders([], newMessage()), {});
});
