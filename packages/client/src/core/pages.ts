import { type Answer, asCall, type Call } from './call.ts';

export class Page<Item> implements AsyncIterable<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
  readonly #fetchPage: (cursor: string) => Promise<Page<Item>>;

  constructor(items: Item[], nextCursor: string | null, fetchPage: (cursor: string) => Promise<Page<Item>>) {
    this.items = items;
    this.nextCursor = nextCursor;
    this.#fetchPage = fetchPage;
  }

  /** Null after the last page. */
  async next(): Promise<Page<Item> | null> {
    return this.nextCursor === null ? null : this.#fetchPage(this.nextCursor);
  }

  /** The items of this page and of all that follow. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let page: Page<Item> | null = this; page; page = await page.next()) yield* page.items;
  }
}

/** `await` gives the first page; `for await` gives the items of all pages, which are fetched as they are needed. */
export type PageCall<Item> = Call<Page<Item>> & AsyncIterable<Item>;

export function asPageCall<Item>(answer: Promise<Answer<Page<Item>>>): PageCall<Item> {
  const call = asCall(answer);
  return Object.assign(call, {
    async *[Symbol.asyncIterator]() {
      yield* await call;
    },
  });
}
