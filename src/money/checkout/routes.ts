import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, type Idempotency } from '../../http/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';
import type { CheckoutDeps } from './checkout.ts';
import { openPortal } from './open-portal.ts';
import { CheckoutBody, CheckoutView, PortalView, TopUpBody, TopUpView } from './schemas.ts';
import { startCheckout } from './start-checkout.ts';
import { topUpWallet } from './top-up-wallet.ts';

export type CheckoutRoutesDeps = CheckoutDeps & { idempotency: Pick<Idempotency, 'answerOnce'> };

const config = { auth: 'bearer-or-session', permission: 'billing:manage', bucket: 'general' } as const;

export function checkoutRoutes(deps: CheckoutRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    buyPlanRoute(app, deps);
    topUpRoute(app, deps);
    openPortalRoute(app, deps);
  };
}

function buyPlanRoute(app: App, deps: CheckoutRoutesDeps): void {
  app.post(
    '/api/billing/checkout',
    {
      schema: {
        tags: ['Billing'],
        summary: 'Buy a plan',
        description:
          'Answers with the payment page of the provider. With a card subscription, a dearer plan is charged and takes effect at once, and a cheaper one or `free` at the end of the period. Outside production, without the secrets of the provider, the plan is applied at once without a payment.',
        body: CheckoutBody,
        response: { 200: CheckoutView, ...errors(402, 404, 409, 502, 503) },
      },
      config: { ...config, idempotent: true },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      return deps.idempotency.answerOnce(request, reply, async (keeper) => ({
        status: 200,
        body: await startCheckout(
          deps,
          accountId,
          { ...request.body, by: actorOf(request) },
          async (tx, body) => {
            await keeper?.keep(tx, { status: 200, body });
          },
        ),
      }));
    },
  );
}

function topUpRoute(app: App, deps: CheckoutRoutesDeps): void {
  app.post(
    '/api/billing/topup',
    {
      schema: {
        tags: ['Billing'],
        summary: 'Top up the prepaid wallet',
        description:
          'Answers with the payment page of the provider. Outside production, without its secrets, the credit is added at once without a payment.',
        body: TopUpBody,
        response: { 200: TopUpView, ...errors(404, 502, 503) },
      },
      config: { ...config, idempotent: true },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      return deps.idempotency.answerOnce(request, reply, async (keeper) => ({
        status: 200,
        body: await topUpWallet(deps, accountId, request.body, async (tx, body) => {
          await keeper?.keep(tx, { status: 200, body });
        }),
      }));
    },
  );
}

function openPortalRoute(app: App, deps: CheckoutRoutesDeps): void {
  app.post(
    '/api/billing/portal',
    {
      schema: {
        tags: ['Billing'],
        summary: 'Manage cards, invoices and the subscription',
        description: "Opens the card provider's customer portal.",
        response: { 200: PortalView, ...errors(404, 502, 503) },
      },
      config,
    },
    async (request) => openPortal(deps, callerOf(request).accountId),
  );
}
