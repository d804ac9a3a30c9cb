import { once } from 'node:events';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { until } from '../../../platform/testing/until.ts';
import { CERTIFICATE } from './tls-front.ts';

type Named<Type extends RealtimeServerEvent['type']> = Extract<RealtimeServerEvent, { type: Type }>;

export type RealtimeClient = Awaited<ReturnType<typeof openClient>>;

/** OpenAI's own client, connected over TLS, and everything that it was sent. */
export async function openClient(
  port: number,
  apiKey: string,
  target: { model: string } | { intent: 'transcription' } = { model: 'gpt-realtime' },
) {
  const openai = new OpenAI({ apiKey, baseURL: `https://localhost:${port}/v1` });
  const realtime = new OpenAIRealtimeWS({ ...target, options: { ca: CERTIFICATE } }, openai);
  const events: RealtimeServerEvent[] = [];
  const problems: Error[] = [];
  realtime.on('event', (event) => events.push(event));
  realtime.on('error', (error) => problems.push(error));
  const closed = once(realtime.socket, 'close') as Promise<[number, Buffer]>;
  await Promise.race([once(realtime.socket, 'open'), closed]);

  async function seen<Type extends RealtimeServerEvent['type']>(type: Type, count = 1): Promise<Named<Type>> {
    const found = await until(
      () => events.filter((event): event is Named<Type> => event.type === type),
      (all) => all.length >= count,
    );
    return found[count - 1] as Named<Type>;
  }

  return {
    realtime,
    events,
    problems,
    closed,
    seen,
    send: realtime.send.bind(realtime),
    /** All that was spoken. */
    sound: () =>
      Buffer.concat(
        events.flatMap((event) =>
          event.type === 'response.output_audio.delta' ? [Buffer.from(event.delta, 'base64')] : [],
        ),
      ),
    types: () => events.map(({ type }) => type),
    /** Sends pieces of 100 ms like a microphone: 16-bit sound at 24 kHz. */
    say(pcm: Buffer): void {
      for (let from = 0; from < pcm.length; from += 4_800) {
        const audio = pcm.subarray(from, from + 4_800).toString('base64');
        realtime.send({ type: 'input_audio_buffer.append', audio });
      }
    },
    async close(): Promise<void> {
      realtime.close();
      await closed;
    },
  };
}
