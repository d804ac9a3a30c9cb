import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { CURRENT_VERSION, POLICY, RELEASES } from './releases.ts';

export { CURRENT_VERSION };

const ChangelogSchema = Type.Object({
  api_version: Type.Literal('1'),
  current: Type.String(),
  policy: Type.Object({}, { additionalProperties: true }),
  releases: Type.Array(
    Type.Object({ version: Type.String(), summary: Type.String(), changes: Type.Array(Type.String()) }),
  ),
});

export function changelogRoutes(): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Service'],
      summary: 'Release history and version policy',
      response: { 200: ChangelogSchema },
    };
    app.get('/api/v1/changelog', { schema, config: { auth: 'public', bucket: 'public' } }, async () => ({
      api_version: '1' as const,
      current: CURRENT_VERSION,
      policy: POLICY,
      releases: RELEASES,
    }));
  };
}
