import { createHmac } from 'node:crypto';

type Message = { id: string; sentAt: Date; body: string };

const SECRET_PREFIX = 'whsec_';

/** Standard Webhooks: one signature for each secret, so that either is enough for a receiver that changes over. */
export function signatureHeaders(secrets: string[], { id, sentAt, body }: Message): Record<string, string> {
  if (secrets.length === 0) return {};
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
