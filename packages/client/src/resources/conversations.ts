import type { Api, Form, Json, MediaCall, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';
import { AS_EVENTS, readTurn, type TurnEvent } from './turn-events.ts';

const TURNS = 'POST /api/v1/conversations/{id}/turns';
type Said = Json<typeof TURNS> | Form<typeof TURNS>;

const inputOf = (id: string, said: Said) =>
  'text' in said ? { path: { id }, json: said } : { path: { id }, form: said };

/** Conversations by turns, and the records of all. To talk live, use `client.agents.talk`. */
export function conversations(api: Api) {
  return {
    /** `opening` has what the agent says first: that it is a machine, and its first message. */
    start: (agentId: string, options?: RequestOptions) =>
      api.json('POST /api/v1/agents/{id}/conversations', { path: { id: agentId } }, options),
    /** Says something to the agent as `text` or as `audio`, and gives its reply. */
    turn: (id: string, said: Said, options?: RequestOptions) => api.json(TURNS, inputOf(id, said), options),
    /**
     * The same, told while it happens: `for await (const event of …)`. Leaving the loop ends the reply, and what was not
     * spoken is not charged. Sent without an idempotency key, with which the turn would be told at its end.
     */
    async *streamTurn(
      id: string,
      said: Said,
      options: RequestOptions = {},
    ): AsyncGenerator<TurnEvent, void, undefined> {
      const headers = { ...AS_EVENTS, ...options.headers };
      yield* readTurn(await api.raw(TURNS, inputOf(id, said), { idempotencyKey: null, ...options, headers }));
    },
    list: (query: Query<'GET /api/v1/conversations'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/conversations', 'conversations', { query }, options),
    /** The answer includes the turns. */
    get: (id: string, options?: RequestOptions) =>
      api.json('GET /api/v1/conversations/{id}', { path: { id } }, options),
    /** The transcript is plain text, with a line for each time that somebody spoke. */
    transcript: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/conversations/{id}/transcript.txt', { path: { id } }, options),
    end: (id: string, options?: RequestOptions) =>
      api.json('POST /api/v1/conversations/{id}/end', { path: { id } }, options),
    /** The sound of the replies is deleted too. */
    delete: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/v1/conversations/{id}', { path: { id } }, options),
  };
}
