import { type App, callerOf, errors, type Idempotency } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { actorOf } from '../audit-log/index.ts';
import { MAX_EPHEMERAL_KEYS } from './ephemeral-keys.ts';
import { type CreditLimits, issueKey } from './issue-key.ts';
import { MAX_ACTIVE_KEYS } from './manage-keys.ts';
import { CreatedKeyView, CreateKeyBody, viewOfCreatedKey } from './schemas.ts';

const config = { auth: 'session', bucket: 'general' } as const;

const tags = ['Account'];

type Deps = {
  clock: Clock;
  creditLimits: CreditLimits;
  idempotency: Pick<Idempotency, 'answerInTransaction'>;
};

export function createKeyRoute(app: App, deps: Deps): void {
  const { clock, creditLimits } = deps;
  app.post(
    '/api/keys',
    {
      schema: {
        tags,
        summary: 'Create an API key',
        description:
          `\`api_key\` is returned only here; the service keeps its hash. An account can have ${MAX_ACTIVE_KEYS} active keys; beyond that the response is 409 \`key_limit\`. ` +
          'Outside its `permissions` a key gets 403 `key_permission_denied`, from other addresses 403 `key_address_denied`, beyond its credits 402 `key_limit_reached`. ' +
          `With \`ephemeral\` the key begins with \`ek_\` and works for an hour or until the session ends, whichever is first. It can be narrowed by \`permissions\` only, is not listed and does not count as one of the account's keys. A session has at most ${MAX_EPHEMERAL_KEYS}: a new one replaces the oldest. They share one rate limit, and usage is reported under the id of the session.`,
        body: CreateKeyBody,
        response: { 201: CreatedKeyView, ...errors(409) },
      },
      config: { ...config, idempotent: true },
    },
    async (request, reply) => {
      const { accountId, credential } = callerOf(request);
      const { body } = request;
      const input = {
        ephemeral: body.ephemeral ?? false,
        name: body.name,
        permissions: body.permissions ?? null,
        allowedAddresses: body.allowed_addresses ?? null,
        monthlyCredits: body.monthly_credit_limit ?? null,
      };
      return deps.idempotency.answerInTransaction(request, reply, async (tx) => {
        const owner = { accountId, sessionId: credential.id, by: actorOf(request) };
        const created = await issueKey({ tx, clock, creditLimits }, owner, input);
        return { status: 201, body: viewOfCreatedKey(created, input.monthlyCredits) };
      });
    },
  );
}
