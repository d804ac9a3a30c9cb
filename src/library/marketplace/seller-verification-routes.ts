import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, type Idempotency } from '../../http/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { VerificationRequest, VerificationView, viewOfVerification } from './seller-schemas.ts';
import { readVerification, requestVerification } from './verify-seller.ts';

const config = { auth: 'bearer-or-session', permission: 'marketplace:read' } as const;

const once = { ...config, permission: 'marketplace:manage', idempotent: true } as const;

const tags = ['Sellers'];

import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';

type VerificationDeps = { db: Db; clock: Clock; sealing: Sealing; idempotency: Idempotency };

export function sellerVerificationRoutes(deps: VerificationDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    readVerificationRoute(app, deps);
    askForVerificationRoute(app, deps);
  };
}

function readVerificationRoute(app: App, deps: VerificationDeps): void {
  const { db, sealing } = deps;
  const verification = { 200: VerificationView, ...errors(404) };
  app.get(
    '/api/v1/seller/verification',
    { schema: { tags, summary: 'Get your seller verification', response: verification }, config },
    async (request) => viewOfVerification(sealing, await readVerification(db, callerOf(request).accountId)),
  );
}

function askForVerificationRoute(app: App, deps: VerificationDeps): void {
  const { idempotency, sealing } = deps;
  const schema = {
    tags,
    summary: 'Request seller verification',
    description:
      'Needed to sell voices for a price. An administrator decides. Sending it again replaces a request that is pending or was rejected.',
    body: VerificationRequest,
    response: { 201: VerificationView, ...errors(409) },
  };
  app.post('/api/v1/seller/verification', { schema, config: once }, async (request, reply) => {
    const { accountId } = callerOf(request);
    return idempotency.answerInTransaction(request, reply, async (tx) => {
      const row = await requestVerification({ ...deps, db: tx }, accountId, request.body);
      return { status: 201, body: viewOfVerification(sealing, row) };
    });
  });
}
