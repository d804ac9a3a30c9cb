import type { KyselyPlugin } from 'kysely';
import { runAutoTopUps } from '../../src/money/checkout/index.ts';
import { actOnStoredEvents, receiveDelivery } from '../../src/money/payment-events/index.ts';
import { type CardApi, openProviders } from '../../src/money/providers/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import type { Db } from '../../src/platform/database/index.ts';
import { silentLog as log } from '../../src/platform/log.ts';
import { signatureOf } from './webhook-process.ts';

export type Pass = {
  db: Db;
  /** Whose events the provider delivers. */
  customerId: string;
  /** The settings are named as in the environment. */
  settings: Record<string, string | undefined>;
  /** Requests and events that a dead process took up are put off. */
  aheadMs?: number;
  /** The pass calls this before every statement, and before and after every call to the provider. */
  step?: () => void;
};

/** Serves the automatic top-ups that are due, then the events of the provider. */
export async function passTopUps(pass: Pass): Promise<void> {
  const { db, customerId, settings, aheadMs = 0, step = () => undefined } = pass;
  const { payments, invoicing, publicUrl } = parseConfig(settings);
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const { stripe } = openProviders(payments, { publicUrl });
  if (!stripe) throw new Error('the fake provider is not set up');
  const providers = { stripe: stepping(stripe, step) };
  const counted = db.withPlugin(stepsOfStatements(step));
  const deps = { db: counted, clock, log, production: true, payments, invoicing, providers };
  await runAutoTopUps({ ...deps, announceDecline: async () => undefined });
  for await (const event of stripe.listEvents(new Date(0), AbortSignal.timeout(10_000))) {
    if ((event as unknown as Delivered).data.object.customer !== customerId) continue;
    const body = Buffer.from(JSON.stringify(event));
    const headers = { 'cardpay-signature': signatureOf(body.toString(), clock.now()) };
    await receiveDelivery(deps, { provider: 'stripe', headers, body });
  }
  await actOnStoredEvents(deps);
}

type Delivered = { data: { object: { customer?: string } } };

function stepsOfStatements(step: () => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      step();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

function stepping(stripe: CardApi, step: () => void): CardApi {
  return {
    ...stripe,
    findPayment(reference, signal) {
      step();
      return stripe.findPayment(reference, signal);
    },
    async chargeSaved(charge, signal) {
      step();
      const charged = await stripe.chargeSaved(charge, signal);
      step();
      return charged;
    },
  };
}
