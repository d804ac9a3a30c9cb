import type { Api, Json, MediaCall } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

export function speech(api: Api) {
  return {
    /** Text to a whole audio file. */
    create: (json: Json<'POST /api/v1/tts'>, options?: RequestOptions): MediaCall =>
      api.media('POST /api/v1/tts', { json }, options),

    /**
     * Audio while it is spoken: `for await (const chunk of …)`. Abort the signal, or leave the loop, to stop it. Sent
     * without an idempotency key, with which the service would finish the audio before it sends any.
     */
    stream: (json: Json<'POST /api/v1/tts/stream'>, options?: RequestOptions): MediaCall =>
      api.media('POST /api/v1/tts/stream', { json }, { idempotencyKey: null, ...options }),

    /** Audio in base64, with the times of words and characters. */
    withTimestamps: (json: Json<'POST /api/v1/tts/with-timestamps'>, options?: RequestOptions) =>
      api.json('POST /api/v1/tts/with-timestamps', { json }, options),

    captions: (historyId: string, format: 'srt' | 'vtt', options?: RequestOptions): MediaCall =>
      api.media(`GET /api/v1/tts/{history_id}.${format}`, { path: { history_id: historyId } }, options),

    pronunciations: {
      get: (options?: RequestOptions) => api.json('GET /api/v1/pronunciations', {}, options),
      replace: (json: Json<'PUT /api/v1/pronunciations'>, options?: RequestOptions) =>
        api.json('PUT /api/v1/pronunciations', { json }, options),
    },
  };
}
