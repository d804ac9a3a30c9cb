import type { Api, Form, Json, MediaCall, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

type Line = { dub: string; line: string };
type Speaker = { dub: string; speaker: string };

export function dubs(api: Api) {
  const pathOf = ({ dub, line }: Line) => ({ id: dub, line_id: line });
  return {
    /** A film in another language. Wait for the job it answers with: `client.jobs.wait(dub.job_id)`. */
    create: (form: Form<'POST /api/v1/dub'>, options?: RequestOptions) =>
      api.json('POST /api/v1/dub', { form }, options),
    list: (query: Query<'GET /api/v1/dubs'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/dubs', 'dubs', { query }, options),
    get: (id: string, options?: RequestOptions) =>
      api.json('GET /api/v1/dub/{id}', { path: { id } }, options),
    update: (id: string, json: Json<'PATCH /api/v1/dub/{id}'>, options?: RequestOptions) =>
      api.json('PATCH /api/v1/dub/{id}', { path: { id }, json }, options),
    delete: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/v1/dub/{id}', { path: { id } }, options),
    /** Makes the film again and charges only what changed. */
    render: (id: string, json: Json<'POST /api/v1/dub/{id}/render'>, options?: RequestOptions) =>
      api.json('POST /api/v1/dub/{id}/render', { path: { id }, json }, options),
    updateLine: (
      line: Line,
      json: Json<'PATCH /api/v1/dub/{id}/lines/{line_id}'>,
      options?: RequestOptions,
    ) => api.json('PATCH /api/v1/dub/{id}/lines/{line_id}', { path: pathOf(line), json }, options),
    addLine: (id: string, json: Json<'POST /api/v1/dub/{id}/lines'>, options?: RequestOptions) =>
      api.json('POST /api/v1/dub/{id}/lines', { path: { id }, json }, options),
    deleteLine: (line: Line, options?: RequestOptions) =>
      api.json('DELETE /api/v1/dub/{id}/lines/{line_id}', { path: pathOf(line) }, options),
    splitLine: (
      line: Line,
      json: Json<'POST /api/v1/dub/{id}/lines/{line_id}/split'>,
      options?: RequestOptions,
    ) => api.json('POST /api/v1/dub/{id}/lines/{line_id}/split', { path: pathOf(line), json }, options),
    mergeLines: (id: string, json: Json<'POST /api/v1/dub/{id}/lines/merge'>, options?: RequestOptions) =>
      api.json('POST /api/v1/dub/{id}/lines/merge', { path: { id }, json }, options),
    /** One line as it is spoken in the last render. */
    lineClip: (line: Line, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/dub/{id}/lines/{line_id}/clip', { path: pathOf(line) }, options),
    addSpeaker: (id: string, json: Json<'POST /api/v1/dub/{id}/speakers'>, options?: RequestOptions) =>
      api.json('POST /api/v1/dub/{id}/speakers', { path: { id }, json }, options),
    updateSpeaker: (
      { dub, speaker }: Speaker,
      json: Json<'PATCH /api/v1/dub/{id}/speakers/{speaker_id}'>,
      options?: RequestOptions,
    ) =>
      api.json(
        'PATCH /api/v1/dub/{id}/speakers/{speaker_id}',
        { path: { id: dub, speaker_id: speaker }, json },
        options,
      ),
    speakerTrack: ({ dub, speaker }: Speaker, options?: RequestOptions): MediaCall =>
      api.media(
        'GET /api/v1/dub/{id}/speakers/{speaker_id}/track',
        { path: { id: dub, speaker_id: speaker } },
        options,
      ),
    output: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/dub/{id}/output', { path: { id } }, options),
    captions: (id: string, format: 'srt' | 'vtt', options?: RequestOptions): MediaCall =>
      api.media(`GET /api/v1/dub/{id}/captions.${format}`, { path: { id } }, options),
    /** Languages and limits. */
    catalog: (options?: RequestOptions) => api.json('GET /api/v1/dub', {}, options),
  };
}
