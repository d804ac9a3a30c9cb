import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import {
  callerOf,
  errors,
  formHasNoBody,
  type Idempotency,
  receiveUpload,
  refuseUnusableText,
} from '../../../http/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { domainError } from '../../../platform/errors.ts';
import { AgentParams } from '../schemas.ts';
import {
  addDocument,
  deleteDocument,
  listDocuments,
  MAX_CHARACTERS,
  MAX_DOCUMENTS,
} from './manage-knowledge.ts';
import type { Document } from './queries.ts';

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

export function knowledgeRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer-or-session', permission: 'agents:read' } as const;
    const managing = { ...config, permission: 'agents:manage' } as const;
    const tags = ['Agents'];

    const add = {
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
        schema: add,
        config: { ...managing, idempotent: true },
        preValidation: async (request) => formHasNoBody(request),
      },
      (request, reply) =>
        receive(request, request.body ?? {}, (document, fingerprint) =>
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

    const list = {
      tags,
      summary: 'List what an agent knows',
      params: AgentParams,
      response: { 200: Type.Object({ documents: Type.Array(DocumentView) }), ...errors(404) },
    };
    app.get('/api/v1/agents/:id/knowledge', { schema: list, config }, async (request) => {
      const documents = await listDocuments(deps, callerOf(request).accountId, request.params.id);
      return { documents: documents.map(viewOf) };
    });

    const remove = {
      tags,
      summary: 'Delete a document of an agent',
      params: DocumentParams,
      response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(404) },
    };
    app.delete(
      '/api/v1/agents/:id/knowledge/:document_id',
      { schema: remove, config: managing },
      async (request, reply) => {
        const { id, document_id: documentId } = request.params;
        await deleteDocument(deps, callerOf(request).accountId, id, documentId);
        return reply.code(204).send();
      },
    );
  };
}

function viewOf({ id, name, characters, createdAt }: Document): Static<typeof DocumentView> {
  return { id, name, characters, created_at: createdAt.toISOString() };
}

const DocumentRefused = domainError('invalid', 'invalid_request', (message: string) => message);

type Given = { name: string; text: string };

function receive<Result>(
  request: FastifyRequest,
  body: Partial<Given>,
  use: (document: Given, fingerprint: string[]) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) return use(checked(body), []);
  // A character has at most four bytes.
  const limits = { maxFileBytes: 4 * MAX_CHARACTERS, maxFiles: 1 };
  return receiveUpload(request, limits, async ({ files: [file], fields }) => {
    if (!file) throw new DocumentRefused('Send a file.');
    const document = checked({ name: fields.name ?? file.filename, text: await readText(file.path) });
    return use(document, [file.sha256, document.name]);
  });
}

async function readText(path: string): Promise<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    refuseUnusableText([text]);
    return text;
  } catch (error) {
    if (error instanceof TypeError) throw new DocumentRefused('The file is not plain text in UTF-8.');
    throw error;
  }
}

function checked({ name = '', text = '' }: Partial<Given>): Given {
  if (name === '' || name.length > 200) throw new DocumentRefused('name must have 1 to 200 characters.');
  if (text.trim() === '') throw new DocumentRefused('The document is empty.');
  if (text.length > MAX_CHARACTERS)
    throw new DocumentRefused(`The document has more than ${MAX_CHARACTERS} characters.`);
  return { name, text };
}
