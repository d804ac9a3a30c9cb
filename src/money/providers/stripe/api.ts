import type { CardApi, ProviderEvent } from '../provider-api.ts';
import { ask, createClient, type StripeOptions } from './client.ts';
import { closePage, openPage } from './open-page.ts';
import { chargeSaved, findPayment, listPayments, pagesOf } from './payments.ts';
import { cancelAtPeriodEnd, cancelNow, changePlan, findSubscription } from './subscriptions.ts';

export function openStripe(options: StripeOptions): CardApi {
  const client = createClient(options);
  const deps = { client, prices: options.prices, plansByPrice: options.plansByPrice };
  return {
    openPage: (order, signal) => openPage(deps, order, signal),
    closePage: (id, signal) => closePage(client, id, signal),
    findPayment: (reference, signal) => findPayment(client, reference, signal),
    listPayments: (since, signal) => listPayments(client, since, signal),
    chargeSaved: (charge, signal) => chargeSaved(client, charge, signal),
    findSubscription: (id, signal) => findSubscription(deps, id, signal),
    cancelNow: (id, signal) => cancelNow(client, id, signal),
    cancelAtPeriodEnd: (id, signal) => cancelAtPeriodEnd(deps, id, signal),
    changePlan: (change, signal) => changePlan(deps, change, signal),

    async openPortal(customerId, returnUrl, signal) {
      const params = { customer: customerId, return_url: returnUrl };
      const { url } = await ask(() => client.billingPortal.sessions.create(params), signal);
      return { url };
    },

    async *listEvents(since, signal) {
      const events: ProviderEvent[] = [];
      for await (const event of pagesOf((page) => client.events.list(page), since, signal)) {
        events.push(event as unknown as ProviderEvent);
      }
      yield* events.reverse();
    },
  };
}
