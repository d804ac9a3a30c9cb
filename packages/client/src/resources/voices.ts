import type { Api, Form, Json, MediaCall, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';
import type { VoiceClone, VoiceDesign } from '../generated/operations.ts';
import { pollUntil } from './poll-until.ts';

type Similar = Form<'POST /api/v1/voices/similar'> | Json<'POST /api/v1/voices/similar'>;
type ClonePolling = RequestOptions & { onProgress?: (clone: VoiceClone) => void };
type DesignPolling = RequestOptions & { onProgress?: (design: VoiceDesign) => void };

export function voices(api: Api) {
  return {
    list: (query: Query<'GET /api/v1/voices'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/voices', 'voices', { query }, options),
    preview: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/voices/{id}/preview', { path: { id } }, options),
    /** Voices like that of a recording (`file`) or of another voice. */
    similar: (source: Similar, options?: RequestOptions) =>
      api.json(
        'POST /api/v1/voices/similar',
        'file' in source ? { form: source } : { json: source as Json<'POST /api/v1/voices/similar'> },
        options,
      ),
    remix: (id: string, json: Json<'POST /api/v1/voices/{id}/remix'>, options?: RequestOptions) =>
      api.json('POST /api/v1/voices/{id}/remix', { path: { id }, json }, options),
    consents: {
      /** Reads the text that `consent: true` agrees to. */
      text: (options?: RequestOptions) => api.json('GET /api/voices/consent', {}, options),
      /** A sentence for the owner of the voice to read aloud. */
      challenge: (options?: RequestOptions) => api.json('POST /api/voices/consent/challenge', {}, options),
    },
    clones: clones(api),
    designs: designs(api),
    community: community(api),
  };
}

function clones(api: Api) {
  const get = (id: string, options?: RequestOptions) =>
    api.json('GET /api/voices/clone/{id}', { path: { id } }, options);
  return {
    create: (form: Form<'POST /api/voices/clone'>, options?: RequestOptions) =>
      api.json('POST /api/voices/clone', { form }, options),
    list: (query: Query<'GET /api/voices/clone'> = {}, options?: RequestOptions) =>
      api.list('GET /api/voices/clone', 'clones', { query }, options),
    get,
    /** The clone when it is ready or has failed; see its `status`. */
    wait: (id: string, options: ClonePolling = {}) =>
      pollUntil(
        api,
        (rest) => get(id, rest),
        ({ status }) => status === 'ready' || status === 'failed',
        options,
      ),
    update: (id: string, json: Json<'PATCH /api/voices/clone/{id}'>, options?: RequestOptions) =>
      api.json('PATCH /api/voices/clone/{id}', { path: { id }, json }, options),
    delete: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/voices/clone/{id}', { path: { id } }, options),
    consent: (id: string, options?: RequestOptions) =>
      api.json('GET /api/voices/clone/{id}/consent', { path: { id } }, options),
    /** The recorded sentence of `voices.consents.challenge`. */
    addConsent: (id: string, form: Form<'POST /api/voices/clone/{id}/consent'>, options?: RequestOptions) =>
      api.json('POST /api/voices/clone/{id}/consent', { path: { id }, form }, options),
    publish: (id: string, json: Json<'POST /api/voices/clone/{id}/publish'>, options?: RequestOptions) =>
      api.json('POST /api/voices/clone/{id}/publish', { path: { id }, json }, options),
    unpublish: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/voices/clone/{id}/publish', { path: { id } }, options),
  };
}

function designs(api: Api) {
  const get = (id: string, options?: RequestOptions) =>
    api.json('GET /api/voices/design/{id}', { path: { id } }, options);
  return {
    preview: (json: Json<'POST /api/voices/design/preview'>, options?: RequestOptions): MediaCall =>
      api.media('POST /api/voices/design/preview', { json }, options),
    create: (json: Json<'POST /api/voices/design'>, options?: RequestOptions) =>
      api.json('POST /api/voices/design', { json }, options),
    list: (query: Query<'GET /api/voices/design'> = {}, options?: RequestOptions) =>
      api.list('GET /api/voices/design', 'designs', { query }, options),
    get,
    /** The design when it is ready or has failed; see its `status`. */
    wait: (id: string, options: DesignPolling = {}) =>
      pollUntil(
        api,
        (rest) => get(id, rest),
        ({ status }) => status !== 'queued',
        options,
      ),
    update: (id: string, json: Json<'PATCH /api/voices/design/{id}'>, options?: RequestOptions) =>
      api.json('PATCH /api/voices/design/{id}', { path: { id }, json }, options),
    delete: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/voices/design/{id}', { path: { id } }, options),
  };
}

function community(api: Api) {
  return {
    list: (query: Query<'GET /api/v1/voices/community'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/voices/community', 'listings', { query }, options),
    get: (id: string, options?: RequestOptions) =>
      api.json('GET /api/v1/voices/community/{id}', { path: { id } }, options),
    /** Licenses the voice to your account. Each use costs its price. */
    license: (id: string, options?: RequestOptions) =>
      api.json('POST /api/v1/voices/community/{id}', { path: { id } }, options),
    reviews: (
      id: string,
      query: Query<'GET /api/v1/voices/community/{id}/reviews'> = {},
      options?: RequestOptions,
    ) => api.list('GET /api/v1/voices/community/{id}/reviews', 'reviews', { path: { id }, query }, options),
    preview: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/voices/community/{id}/preview', { path: { id } }, options),
    report: (id: string, json: Json<'POST /api/v1/voices/community/{id}/report'>, options?: RequestOptions) =>
      api.json('POST /api/v1/voices/community/{id}/report', { path: { id }, json }, options),
    review: (
      id: string,
      json: Json<'POST /api/v1/voices/community/{id}/reviews'>,
      options?: RequestOptions,
    ) => api.json('POST /api/v1/voices/community/{id}/reviews', { path: { id }, json }, options),
  };
}
