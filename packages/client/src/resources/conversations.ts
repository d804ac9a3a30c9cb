import type { Api, Form, Json, MediaCall, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

const TURNS = 'POST /api/v1/conversations/{id}/turns';
type Said = Json<typeof TURNS> | Form<typeof TURNS>;

/** Conversations by turns, and the records of all. To talk live, use `client.agents.talk`. */
export function conversations(api: Api) {
  return {
    /** `opening` has the agent's first message, if it has one. */
    start: (agentId: string, options?: RequestOptions) =>
      api.json('POST /api/v1/agents/{id}/conversations', { path: { id: agentId } }, options),
    /** Says something to the agent as `text` or as `audio`, and gives its reply. */
    turn: (id: string, said: Said, options?: RequestOptions) =>
      api.json(TURNS, 'text' in said ? { path: { id }, json: said } : { path: { id }, form: said }, options),
    list: (query: Query<'GET /api/v1/conversations'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/conversations', 'conversations', { query }, options),
    /** With its turns. */
    get: (id: string, options?: RequestOptions) =>
      api.json('GET /api/v1/conversations/{id}', { path: { id } }, options),
    /** As plain text, a line for each time that somebody spoke. */
    transcript: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/conversations/{id}/transcript.txt', { path: { id } }, options),
    end: (id: string, options?: RequestOptions) =>
      api.json('POST /api/v1/conversations/{id}/end', { path: { id } }, options),
    /** With the sound of its replies. */
    delete: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/v1/conversations/{id}', { path: { id } }, options),
  };
}
