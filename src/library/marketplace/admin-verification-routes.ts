import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import {
  type App,
  cursorAfter,
  errors,
  idFromCursor,
  isUuid,
  NextCursor,
  PageQuery,
} from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';
import { documentOf } from './documents.ts';
import { VerificationNotFound } from './errors.ts';
import { selectVerifications, type VerificationRow } from './queries/sellers.ts';
import { ListingParams as params } from './schemas.ts';
import {
  ReasonBody,
  VerificationStatusSchema,
  VerificationView,
  viewOfVerification,
} from './seller-schemas.ts';
import { verifySeller } from './verify-seller.ts';

const config = { auth: 'admin' } as const;
const tags = ['Administration'];
const AdminVerification = Type.Composite([
  VerificationView,
  Type.Object({ account_id: Type.String() }),
  Type.Object({
    id: Type.String(),
    document_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Null if the server lacks the key that sealed it.',
    }),
  }),
]);

type Deps = {
  db: Db;
  clock: Clock;
  sealing: Sealing;
};

const verification = { tags, params, response: { 200: AdminVerification, ...errors(403, 404) } };

/** An administrator checks the documents of sellers here, and so decides who may sell. */
export function verificationAdminRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    approveRoute(app, deps);
    rejectRoute(app, deps);
  };
}

function listRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'List seller verifications',
    querystring: Type.Composite([
      PageQuery,
      Type.Object({ status: Type.Optional(VerificationStatusSchema) }),
    ]),
    response: {
      200: Type.Object({ verifications: Type.Array(AdminVerification), next_cursor: NextCursor }),
      ...errors(403),
    },
  };
  app.get('/api/admin/seller-verifications', { schema, config }, async (request) => {
    const { limit, cursor, status } = request.query;
    const rows = await selectVerifications(deps.db, { status, limit, before: idFromCursor(cursor) });
    return {
      verifications: rows.slice(0, limit).map((row) => verificationOf(deps, row)),
      next_cursor: cursorAfter(rows, limit),
    };
  });
}

function approveRoute(app: App, deps: Deps): void {
  app.post(
    '/api/admin/seller-verifications/:id/approve',
    { schema: { ...verification, summary: 'Verify a seller' }, config },
    async (request) => {
      const decision = { status: 'verified' as const, by: actorOf(request) };
      return verificationOf(deps, await verifySeller(deps, accountOf(request.params.id), decision));
    },
  );
}

function rejectRoute(app: App, deps: Deps): void {
  const schema = { ...verification, summary: 'Reject a seller verification', body: ReasonBody };
  app.post('/api/admin/seller-verifications/:id/reject', { schema, config }, async (request) => {
    const { reason } = request.body;
    const decision = { status: 'rejected' as const, reason, by: actorOf(request) };
    return verificationOf(deps, await verifySeller(deps, accountOf(request.params.id), decision));
  });
}

function accountOf(id: string): string {
  if (!isUuid(id)) throw new VerificationNotFound();
  return id;
}

function verificationOf({ sealing }: Deps, row: VerificationRow) {
  return {
    ...viewOfVerification(sealing, row),
    id: row.account_id,
    account_id: row.account_id,
    document_id: documentOf(sealing, row),
  };
}
