import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors, type Idempotency } from '../../http/index.ts';
import { CheckoutBody, CheckoutView, TopUpBody, TopUpView } from './schemas.ts';
import { type CheckoutDeps, startCheckout } from './start-checkout.ts';
import { topUpWallet } from './top-up-wallet.ts';

export type CheckoutRoutesDeps = CheckoutDeps & { idempotency: Pick<Idempotency, 'answerOnce'> };

export function checkoutRoutes(deps: CheckoutRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer-or-session', bucket: 'general' } as const;

    app.post(
      '/api/billing/checkout',
      {
        schema: {
          tags: ['Billing'],
          summary: 'Buy a plan',
          description: 'Outside production the plan is applied at once, without a payment.',
          body: CheckoutBody,
          response: { 200: CheckoutView, ...errors(503) },
        },
        config,
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        return deps.idempotency.answerOnce(request, reply, async (receipt) => ({
          status: 200,
          body: await startCheckout(deps, accountId, request.body, async (tx, body) => {
            await receipt?.keep(tx, { status: 200, body });
          }),
        }));
      },
    );

    app.post(
      '/api/billing/topup',
      {
        schema: {
          tags: ['Billing'],
          summary: 'Top up the prepaid wallet',
          description: 'Outside production the credit is added at once, without a payment.',
          body: TopUpBody,
          response: { 200: TopUpView, ...errors(503) },
        },
        config,
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        return deps.idempotency.answerOnce(request, reply, async (receipt) => ({
          status: 200,
          body: await topUpWallet(deps, accountId, request.body, async (tx, body) => {
            await receipt?.keep(tx, { status: 200, body });
          }),
        }));
      },
    );
  };
}
