import type { Account } from '../running-service/client.ts';

export type SendRequest = (path: string, options?: RequestOptions) => Promise<Answer>;
export type RequestOptions = {
  method?: string;
  json?: unknown;
  form?: () => FormData;
  headers?: Record<string, string>;
  /** Disconnects after the first chunk of the body. */
  leave?: boolean;
};
export type Answer = { status: number; body: Buffer; headers: Headers };

type Turn = { request: SendRequest; account: Account; number: number; clip: Buffer };

/** `often`: relative frequency of the request. */
export type Kind = { name: string; often: number; expected: number[]; send(turn: Turn): Promise<Answer> };

const VOICES = ['af_heart', 'am_michael', 'bf_emma', 'ef_dora'];
const REPEATED = ['Good morning.', 'Thank you for calling.', 'Please hold the line.', 'Goodbye.'];
const FORMATS = ['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm'];

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;
const speech = (text: string, number: number, more: object = {}) => ({
  method: 'POST',
  json: { text, voice_id: pick(VOICES, number), ...more },
});

async function newestGeneration(request: SendRequest): Promise<string> {
  const { body } = await request('/api/v1/history?limit=5');
  const { generations } = JSON.parse(body.toString()) as { generations: { id: string }[] };
  return generations.at(-1)?.id ?? '00000000-0000-7000-8000-000000000000';
}

/** Typical customer traffic, good and bad. Most of it is cheap, so that two cores can keep up. */
const KINDS: Kind[] = [
  {
    name: 'speech, new',
    often: 2,
    expected: [200],
    send: ({ request, number }) => request('/api/v1/tts', speech(`Number ${number}.`, number)),
  },
  {
    name: 'speech, cached',
    often: 25,
    expected: [200],
    send: ({ request, number }) =>
      request('/api/v1/tts', speech(pick(REPEATED, number), 0, { format: pick(FORMATS, number) })),
  },
  {
    name: 'speech with a key, twice',
    often: 2,
    expected: [200],
    async send({ request, number }) {
      const headers = { 'idempotency-key': `soak-${number}` };
      const order = { ...speech(pick(REPEATED, number), 0), headers };
      const first = await request('/api/v1/tts', order);
      const again = await request('/api/v1/tts', order);
      if (!again.body.equals(first.body)) throw new Error('a repeat with its key had another body');
      return again;
    },
  },
  {
    name: 'stream, cached',
    often: 10,
    expected: [200],
    send: ({ request, number }) =>
      request('/api/v1/tts/stream', speech(pick(REPEATED, number), 0, { format: pick(FORMATS, number) })),
  },
  {
    name: 'stream, new, left',
    often: 1,
    expected: [200],
    send: ({ request, number }) => {
      const text = `Listener ${number} leaves. Nobody hears this second sentence, which is longer.`;
      return request('/api/v1/tts/stream', { ...speech(text, number, { format: 'opus' }), leave: true });
    },
  },
  {
    name: 'speech with times',
    often: 5,
    expected: [200],
    send: ({ request, number }) => request('/api/v1/tts/with-timestamps', speech(pick(REPEATED, number), 0)),
  },
  {
    name: 'transcription',
    often: 2,
    expected: [200],
    send: ({ request, clip }) => request('/api/v1/stt', { method: 'POST', form: () => audioForm(clip) }),
  },
  {
    name: 'transcription of nothing',
    often: 1,
    expected: [422],
    send: ({ request, clip }) =>
      request('/api/v1/stt', { method: 'POST', form: () => audioForm(silenceLike(clip)) }),
  },
  {
    name: 'history',
    often: 12,
    expected: [200],
    send: ({ request }) => request('/api/v1/history?limit=20'),
  },
  {
    name: 'audio of the history',
    often: 5,
    expected: [200, 404],
    send: async ({ request }) => request(`/api/v1/history/${await newestGeneration(request)}/audio`),
  },
  {
    name: 'captions',
    often: 3,
    expected: [200, 404],
    send: async ({ request }) => request(`/api/v1/tts/${await newestGeneration(request)}.vtt`),
  },
  {
    name: 'history, deleted',
    often: 3,
    expected: [204, 404],
    send: async ({ request }) =>
      request(`/api/v1/history/${await newestGeneration(request)}`, { method: 'DELETE' }),
  },
  { name: 'voices', often: 8, expected: [200], send: ({ request }) => request('/api/v1/voices') },
  { name: 'models', often: 5, expected: [200], send: ({ request }) => request('/v1/models') },
  {
    name: 'OpenAI speech',
    often: 4,
    expected: [200],
    send: ({ request, number }) =>
      request('/v1/audio/speech', {
        method: 'POST',
        json: { model: 'tts-1', voice: 'alloy', input: pick(REPEATED, number), response_format: 'wav' },
      }),
  },
  {
    name: 'bad voice',
    often: 4,
    expected: [404],
    send: ({ request }) =>
      request('/api/v1/tts', { method: 'POST', json: { text: 'Hi.', voice_id: 'nobody' } }),
  },
  {
    name: 'bad body',
    often: 4,
    expected: [400],
    send: ({ request }) => request('/api/v1/tts', { method: 'POST', json: { text: 7, voice_id: [] } }),
  },
  {
    name: 'bad key',
    often: 4,
    expected: [401],
    send: ({ request }) => request('/api/v1/voices', { headers: { authorization: 'Bearer sk_live_nobody' } }),
  },
];

/** Returns each kind at its frequency, spread evenly. */
export function kindOf(number: number): Kind {
  const total = KINDS.reduce((sum, { often }) => sum + often, 0);
  // A step coprime to the length visits every place once before it repeats.
  let place = (number * 37) % total;
  for (const kind of KINDS) {
    if (place < kind.often) return kind;
    place -= kind.often;
  }
  throw new Error('unreachable');
}

function audioForm(wav: Buffer): FormData {
  const form = new FormData();
  form.append('audio', new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), 'clip.wav');
  return form;
}

function silenceLike(wav: Buffer): Buffer {
  return Buffer.concat([wav.subarray(0, 44), Buffer.alloc(wav.length - 44)]);
}
