import type { Api, Form, Json, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';
import { LiveConversation, type TalkOptions } from '../live/live-conversation.ts';

type Document = Form<'POST /api/v1/agents/{id}/knowledge'> | Json<'POST /api/v1/agents/{id}/knowledge'>;

export function agents(api: Api) {
  return {
    /** An agent runs on a language model with a `system_prompt`, or on a `flow` without one. */
    create: (json: Json<'POST /api/v1/agents'>, options?: RequestOptions) =>
      api.json('POST /api/v1/agents', { json }, options),
    list: (query: Query<'GET /api/v1/agents'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/agents', 'agents', { query }, options),
    get: (id: string, options?: RequestOptions) =>
      api.json('GET /api/v1/agents/{id}', { path: { id } }, options),
    /** Changes only the fields that are sent; null removes one. */
    update: (id: string, json: Json<'PATCH /api/v1/agents/{id}'>, options?: RequestOptions) =>
      api.json('PATCH /api/v1/agents/{id}', { path: { id }, json }, options),
    /** Ends its conversations, which stay readable. */
    delete: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/v1/agents/{id}', { path: { id } }, options),
    /** Talks to the agent as written, without sound, and says which answers are not as expected. */
    check: (id: string, json: Json<'POST /api/v1/agents/{id}/checks'>, options?: RequestOptions) =>
      api.json('POST /api/v1/agents/{id}/checks', { path: { id }, json }, options),
    /**
     * A live conversation, in sound both ways. Read its events with `for await`, and send what the microphone gives
     * with `sendAudio`. A lost connection is made again.
     */
    talk: (id: string, options: TalkOptions = {}): Promise<LiveConversation> =>
      new LiveConversation(api.settings, id, options).open(),
    knowledge: knowledge(api),
  };
}

function knowledge(api: Api) {
  return {
    /** A document is a `text`, or a `file` of plain text or Markdown. */
    add: (agentId: string, document: Document, options?: RequestOptions) =>
      api.json(
        'POST /api/v1/agents/{id}/knowledge',
        'text' in document
          ? { path: { id: agentId }, json: document }
          : { path: { id: agentId }, form: document },
        options,
      ),
    async list(agentId: string, options?: RequestOptions) {
      return (await api.json('GET /api/v1/agents/{id}/knowledge', { path: { id: agentId } }, options))
        .documents;
    },
    delete: ({ agent, document }: { agent: string; document: string }, options?: RequestOptions) =>
      api.json(
        'DELETE /api/v1/agents/{id}/knowledge/{document_id}',
        { path: { id: agent, document_id: document } },
        options,
      ),
  };
}
