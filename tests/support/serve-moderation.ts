/**
 * The service as in production, where listings wait for a review, with fake engines and people, for a browser test in
 * another process. Prints its address and the people as a line of JSON, and ends with its standard input.
 */
import { SETTINGS } from '../../src/money/payment-events/testing/deliveries.ts';
import { openOrder } from '../../src/money/payment-events/testing/orders.ts';
import { type Customer, openAdmin, openCustomer } from './customer.ts';
import { giveVoice } from './ready-voice.ts';
import { openTestService } from './test-service.ts';

const service = await openTestService({
  production: true,
  settings: { ...SETTINGS, EARNINGS_HOLD_DAYS: '0' },
});
// The browser has a clock of its own.
service.clock.advanceMs(Date.now() - service.clock.now().getTime());
const admin = await openAdmin(service);
const [seller, rival, buyer] = await Promise.all([1, 2, 3].map(() => openCustomer(service)));
if (!seller || !rival || !buyer) throw new Error('somebody is missing');
await admin.setPlan(seller, 'creator');
const clones = [await giveVoice(service, seller, { seed: 1 }), await giveVoice(service, seller, { seed: 2 })];
// In production only an order of ours gives a plan.
const { reference } = await openOrder(service, buyer.accountId, {
  provider: 'paystack',
  plan: 'starter',
  cents: 500,
});

const shown = ({ email, apiKey, cookie }: Pick<Customer, 'email' | 'apiKey' | 'cookie'>) => ({
  email,
  apiKey,
  cookie,
});
const people = { admin: shown(admin), seller: shown(seller), rival: shown(rival), buyer: shown(buyer) };
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ url, clones, people, order: reference }));

process.stdin.on('end', () => void service.close().then(() => process.exit(0))).resume();
