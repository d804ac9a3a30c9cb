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
};

const SignInOptions = Type.Object({
  version: Type.String({ description: 'Version of the service.' }),
  demo: Type.Boolean({ description: 'Whether the action `demo` of `POST /api/auth` works for this caller.' }),
  mail: Type.Boolean({ description: 'Whether links to verify addresses and reset passwords can be sent.' }),
});

export function signInOptionsRoutes(deps: SignInOptionsDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/console',
      {
        schema: {
          tags: ['Service'],
          summary: 'Get what the console can offer',
          description: 'For the sign-in page: needs no session.',
          response: { 200: SignInOptions },
        },
        config: { auth: 'public', bucket: 'public' },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const demo = (await findDemoAccount(deps, request)) !== null;
        return { version: deps.version, demo, mail: deps.mailer !== null };
      },
    );
  };
}
