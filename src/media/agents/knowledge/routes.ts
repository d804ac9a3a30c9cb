import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import { type App, callerOf, errors, formHasNoBody, type Idempotency } from '../../../http/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { AgentParams } from '../schemas.ts';
import {
  addDocument,
  deleteDocument,
  listDocuments,
  MAX_CHARACTERS,
  MAX_DOCUMENTS,
} from './manage-knowledge.ts';
import type { Document } from './queries.ts';
import { receiveDocument } from './receive-document.ts';

type Deps = { db: Db; clock: Clock; idempotency: Idempotency };

const Name = Type.String({ minLength: 1, maxLength: 200, description: 'Quoted as the source.' });
const DocumentBody = Type.Object(
  { name: Name, text: Type.String({ minLength: 1, maxLength: MAX_CHARACTERS }) },
  { additionalProperties: false },
);
/** Only the API document uses this schema. The route reads the parts as they stream in. */
const DocumentForm = Type.Object({
  file: Type.Optional(Type.String({ format: 'binary', description: 'Plain text or Markdown, in UTF-8.' })),
  name: Type.Optional(Name),
});
const DocumentView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    characters: Type.Integer(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'AgentDocument' },
);
const DocumentParams = Type.Composite([
  AgentParams,
  Type.Object({ document_id: Type.String({ maxLength: 64 }) }),
]);

const config = { auth: 'bearer-or-session', permission: 'agents:read' } as const;
const managing = { ...config, permission: 'agents:manage' } as const;
const tags = ['Agents'];

export function knowledgeRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    addRoute(app, deps);
    listRoute(app, deps);
    removeRoute(app, deps);
  };
}

function addRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Add a document to what an agent knows',
    description: `As JSON, or as a file of plain text or Markdown. The passages that fit a question best are given to the language model with their source. At most ${MAX_DOCUMENTS} documents with ${MAX_CHARACTERS} characters together; beyond that the response is 409 \`knowledge_limit\`.`,
    consumes: ['application/json', 'multipart/form-data'],
    params: AgentParams,
    body: {
      content: {
        'application/json': { schema: DocumentBody },
        'multipart/form-data': { schema: DocumentForm },
      },
    },
    response: { 201: DocumentView, ...errors(404, 409) },
  };
  app.post<{ Params: { id: string }; Body: Partial<Static<typeof DocumentBody>> }>(
    '/api/v1/agents/:id/knowledge',
    {
      schema,
      config: { ...managing, idempotent: true },
      preValidation: async (request) => formHasNoBody(request),
    },
    (request, reply) =>
      receiveDocument(request, request.body ?? {}, (document, fingerprint) =>
        deps.idempotency.answerOnce(
          request,
          reply,
          (keeper) =>
            deps.db.transaction().execute(async (tx) => {
              const { accountId } = callerOf(request);
              const added = await addDocument({ ...deps, tx }, accountId, request.params.id, document);
              const answer = { status: 201, body: viewOf(added) };
              await keeper?.keep(tx, answer);
              return answer;
            }),
          fingerprint,
        ),
      ),
  );
}

function listRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'List what an agent knows',
    params: AgentParams,
    response: { 200: Type.Object({ documents: Type.Array(DocumentView) }), ...errors(404) },
  };
  app.get('/api/v1/agents/:id/knowledge', { schema, config }, async (request) => {
    const documents = await listDocuments(deps, callerOf(request).accountId, request.params.id);
    return { documents: documents.map(viewOf) };
  });
}

function removeRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Delete a document of an agent',
    params: DocumentParams,
    response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
  };
  app.delete(
    '/api/v1/agents/:id/knowledge/:document_id',
    { schema, config: managing },
    async (request, reply) => {
      const { id, document_id: documentId } = request.params;
      await deleteDocument(deps, callerOf(request).accountId, id, documentId);
      return reply.code(204).send();
    },
  );
}

function viewOf({ id, name, characters, createdAt }: Document): Static<typeof DocumentView> {
  return { id, name, characters, created_at: createdAt.toISOString() };
}
