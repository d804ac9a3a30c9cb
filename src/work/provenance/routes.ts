import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { sourceTypeOf } from './content.ts';
import type { Provenance } from './provenance.ts';
import { findDelivered, type ProvenanceRow } from './queries.ts';
import { ProvenanceParams, ProvenanceSchema } from './schemas.ts';

const ProvenanceNotFound = domainError(
  'not_found',
  'provenance_not_found',
  'Nothing with this id was made here, or its record is no longer kept.',
);

const DESCRIPTION =
  'The id is in the header `X-Provenance-Id` of what you made, in the answers about jobs, and in the manifest of a file. ' +
  'Needs no key: what is shown concerns the file and nobody who made it.';

/** Public, since a manifest is for whoever holds the file. */
export function provenanceRoutes(deps: {
  db: Db;
  publicUrl: string;
  provenance: Pick<Provenance, 'manifestOf'>;
}): FastifyPluginAsyncTypebox {
  const config = { auth: 'public', bucket: 'public' } as const;
  const found = async (id: string): Promise<ProvenanceRow> => {
    const row = await findDelivered(deps.db, id);
    if (!row) throw new ProvenanceNotFound();
    return row;
  };

  return async (app) => {
    const schema = {
      tags: ['Provenance'],
      summary: 'Say what a file is that was made here',
      description: DESCRIPTION,
      params: ProvenanceParams,
      response: { 200: ProvenanceSchema, ...errors(400, 404) },
    };
    app.get('/api/v1/provenance/:id', { schema, config }, async (request) => {
      const row = await found(request.params.id);
      const { caller } = request;
      return {
        id: row.id,
        made_at: row.made_at.toISOString(),
        kind: row.kind,
        content_type: row.content_type,
        sha256: Buffer.from(row.sha256).toString('hex'),
        bytes: row.bytes,
        models: [...row.facts.models],
        voice_consents: [...row.facts.consents],
        digital_source_type: sourceTypeOf(row.facts),
        carried: row.facts.carried,
        manifest_url: `${deps.publicUrl}/api/v1/provenance/${row.id}/manifest`,
        yours: caller !== null && caller.accountId === row.account_id,
      };
    });

    const manifestSchema = {
      tags: ['Provenance'],
      summary: 'Download the manifest of a file',
      description:
        'A C2PA manifest store to keep beside the file as `NAME.c2pa`. For streams and formats that cannot carry one (Ogg, AAC, PCM).',
      params: ProvenanceParams,
      response: {
        200: {
          description: 'The manifest store.',
          content: { 'application/c2pa': { schema: { type: 'string', format: 'binary' } } },
        },
        ...errors(400, 404, 503),
      },
    };
    app.get('/api/v1/provenance/:id/manifest', { schema: manifestSchema, config }, async (request, reply) => {
      const store = await deps.provenance.manifestOf(await found(request.params.id));
      return reply
        .headers({
          'content-type': 'application/c2pa',
          'content-disposition': `attachment; filename="${request.params.id}.c2pa"`,
          'x-content-type-options': 'nosniff',
        })
        .send(store);
    });
  };
}
