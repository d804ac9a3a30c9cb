import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { Db } from '../../platform/database/index.ts';
import { findDemoAccount } from './demo-sign-in.ts';

export type SignInOptionsDeps = {
  db: Db;
  demoEmail: string | null;
  /** Null: this server cannot send mail. */
  mailer: object | null;
  version: string;
  /** Whether files may be checked without a key. */
  publicCheck: boolean;
};

const SignInOptions = Type.Object({
  version: Type.String({ description: 'Version of the service.' }),
  demo: Type.Boolean({ description: 'Whether the action `demo` of `POST /api/auth` works for this caller.' }),
  mail: Type.Boolean({ description: 'Whether links to verify addresses and reset passwords can be sent.' }),
  check: Type.Boolean({ description: 'Whether `POST /api/v1/provenance/check` works without a key.' }),
});

export function signInOptionsRoutes(deps: SignInOptionsDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/console',
      {
        schema: {
          tags: ['Service'],
          summary: 'Get what the console can offer',
          description: 'For pages before the sign-in: needs no session.',
          response: { 200: SignInOptions },
        },
        config: { auth: 'public', bucket: 'public' },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const demo = (await findDemoAccount(deps, request)) !== null;
        return { version: deps.version, demo, mail: deps.mailer !== null, check: deps.publicCheck };
      },
    );
  };
}
