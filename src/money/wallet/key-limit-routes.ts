import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf, errors } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { readKey } from '../../tenancy/api-keys/index.ts';
import { actorOf, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { changeKeyLimit, type KeyLimit, listKeyLimits } from '../ledger/index.ts';

const MAX_CREDITS = 1_000_000_000_000;
const Limit = Type.Union([Type.Integer({ minimum: 0, maximum: MAX_CREDITS }), Type.Null()], {
  description: 'Credits that the key may use per billing cycle. Null means no limit.',
});

const KeyLimitView = Type.Object({
  key_id: Type.String(),
  monthlyCredits: Limit,
  usedCredits: Type.Integer({ description: 'In this cycle, including work in progress.' }),
  resets_at: Type.String({ format: 'date-time' }),
});

/** These routes take a session only: a key that was stolen must not lift its own limit. */
export function keyLimitRoutes(deps: { db: Db; clock: Clock }): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'session', bucket: 'general' } as const;
    const tags = ['Billing'];

    const list = {
      tags,
      summary: 'List the credit limits of API keys',
      description: 'Keys without a limit are not listed.',
      response: { 200: Type.Object({ key_limits: Type.Array(KeyLimitView) }) },
    };
    app.get('/api/billing/key-limits', { schema: list, config }, async (request) => ({
      key_limits: (await listKeyLimits(deps, callerOf(request).accountId)).map(viewOf),
    }));

    const change = {
      tags,
      summary: 'Limit the credits of an API key',
      description: 'Beyond the limit the key gets 402 `key_limit_reached` until the cycle ends.',
      params: Type.Object({ key_id: Type.String({ maxLength: 100 }) }),
      body: Type.Object({ monthlyCredits: Limit }),
      response: { 200: Type.Object({ key_limit: Type.Union([KeyLimitView, Type.Null()]) }), ...errors(404) },
    };
    app.put('/api/billing/key-limits/:key_id', { schema: change, config }, async (request) => {
      const { accountId } = callerOf(request);
      const { id: keyId } = await readKey(deps, accountId, request.params.key_id);
      const limit = await deps.db.transaction().execute(async (tx) => {
        const changed = await changeKeyLimit({ ...deps, tx }, { accountId, keyId, ...request.body });
        const after = { monthly_credit_limit: request.body.monthlyCredits };
        const event = { event: 'api_key.limit_changed', subject: keyId, after } as const;
        await recordAuditEvent({ ...deps, tx }, { accountId, by: actorOf(request), ...event });
        return changed;
      });
      return { key_limit: limit && viewOf(limit) };
    });
  };
}

function viewOf({ keyId, monthlyCredits, usedCredits, resetsAt }: KeyLimit) {
  return { key_id: keyId, monthlyCredits, usedCredits, resets_at: resetsAt.toISOString() };
}
