import type { Api, Form, Json, MediaCall } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

type Source = Form<'POST /api/v1/stt'> | Json<'POST /api/v1/stt'>;

export function transcriptions(api: Api) {
  const bodyOf = (source: Source) => ('audio_url' in source ? { json: source } : { form: source });
  return {
    /** Speech to text, from a `file` or an `audio_url`. */
    create: (source: Source, options?: RequestOptions) =>
      api.json('POST /api/v1/stt', { query: { format: 'json' }, ...bodyOf(source) }, options),

    /** The same as plain text or captions. */
    createText: (source: Source, format: 'text' | 'srt' | 'vtt', options?: RequestOptions): MediaCall =>
      api.media('POST /api/v1/stt', { query: { format }, ...bodyOf(source) }, options),

    /** Models, languages and limits. */
    catalog: (options?: RequestOptions) => api.json('GET /api/v1/stt', {}, options),
  };
}
