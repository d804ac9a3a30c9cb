import { ConnectionError } from '../base-errors.ts';
import type { Operations } from '../generated/operations.ts';
import { Media } from '../media.ts';
import { type Answer, answerWith, asCall, type Call } from './call.ts';
import type { RequestOptions, Settings } from './options.ts';
import { asPageCall, Page, type PageCall } from './pages.ts';
import { type AnyInput, send } from './send.ts';

export type Operation = keyof Operations;
export type Input<O extends Operation> = Operations[O]['input'];
export type Output<O extends Operation> = Operations[O]['output'];
export type Query<O extends Operation> = Input<O> extends { query?: infer Q } ? NonNullable<Q> : never;
export type Json<O extends Operation> = Extract<Input<O>, { json: unknown }>['json'];
export type Form<O extends Operation> = Extract<Input<O>, { form: unknown }>['form'];

/** An operation answers with this in JSON. */
type Data<O extends Operation> = Exclude<Output<O>, Media>;
/** The fields of an answer that are lists. */
type ListIn<T> = { [K in keyof T]: T[K] extends readonly unknown[] ? K : never }[keyof T];
type ItemOf<T, K extends keyof T> = T[K] extends readonly (infer Item)[] ? Item : never;

/** Input may be left out when nothing in it is required. */
export type Arguments<O extends Operation> =
  Record<never, never> extends Input<O>
    ? [input?: Input<O>, options?: RequestOptions]
    : [input: Input<O>, options?: RequestOptions];

/** A `Media` that can be iterated without awaiting it first. */
export type MediaCall = Call<Media> & AsyncIterable<Uint8Array<ArrayBuffer>>;

/** The resources are built on this. */
export type Api = ReturnType<typeof createApi>;

export function createApi(settings: Settings) {
  const answer = <T>(
    operation: Operation,
    input: AnyInput,
    options: RequestOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<Answer<T>> =>
    send(settings, operation, input, options, async (response) => answerWith(response, await read(response)));

  const api = {
    settings,

    /** Any operation. JSON is parsed, a file is a `Media`, and an empty answer is undefined. */
    request<O extends Operation>(operation: O, ...[input = {}, options = {}]: Arguments<O>): Call<Output<O>> {
      return asCall(answer(operation, input, options, readAny) as Promise<Answer<Output<O>>>);
    },

    json<O extends Operation>(operation: O, ...[input = {}, options = {}]: Arguments<O>): Call<Data<O>> {
      return asCall(answer(operation, input, options, readJson) as Promise<Answer<Data<O>>>);
    },

    media<O extends Operation>(operation: O, ...[input = {}, options = {}]: Arguments<O>): MediaCall {
      const call = asCall(answer(operation, input, options, readMedia));
      return Object.assign(call, {
        async *[Symbol.asyncIterator]() {
          yield* await call;
        },
      });
    },

    /** The response as it is, with its body unread. */
    async raw<O extends Operation>(
      operation: O,
      ...[input = {}, options = {}]: Arguments<O>
    ): Promise<Response> {
      return send(settings, operation, input, options, async (response) => response);
    },

    list<O extends Operation, K extends ListIn<Data<O>>>(
      operation: O,
      key: K,
      ...[input = {}, options = {}]: Arguments<O>
    ): PageCall<ItemOf<Data<O>, K>> {
      type Item = ItemOf<Data<O>, K>;
      const { query }: AnyInput = input;
      const fetchPage = (cursor?: string): Promise<Answer<Page<Item>>> => {
        const from = cursor === undefined ? input : { ...input, query: { ...query, cursor } };
        return answer(operation, from, options, async (response) => {
          const body = (await readJson(response)) as Record<PropertyKey, unknown>;
          const cursorAfter = (body.next_cursor ?? null) as string | null;
          const next = async (after: string) => (await fetchPage(after)).data;
          return new Page(body[key] as Item[], cursorAfter, next);
        });
      };
      return asPageCall(fetchPage());
    },
  };
  return api;
}

async function readAny(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return isJson(response) ? readJson(response) : readMedia(response);
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw strayAnswer('JSON', response, cause);
  }
}

async function readMedia(response: Response): Promise<Media> {
  if (!typeOf(response).startsWith('text/html')) return new Media(response);
  // Unread, it would keep its connection.
  await response.body?.cancel();
  throw strayAnswer('a file', response);
}

/** A proxy or another server answered in place of the service, which has no HTML behind these operations. */
function strayAnswer(expected: string, response: Response, cause?: unknown): ConnectionError {
  const message = `The answer is not ${expected} but ${typeOf(response)}. Is baseUrl right?`;
  return new ConnectionError(message, { cause });
}

function typeOf(response: Response): string {
  return response.headers.get('content-type') ?? 'of no type';
}

function isJson(response: Response): boolean {
  return typeOf(response).startsWith('application/json');
}
