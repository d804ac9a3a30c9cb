import { randomUUID } from 'node:crypto';
import { KEY_PREFIX, type Recorded } from '../../tests/keeping/upgrades/recorded.ts';

type Operation = {
  security?: Record<string, unknown>[];
  responses?: Record<string, { content?: Record<string, unknown> }>;
};
type Document = { paths: Record<string, Record<string, Operation>> };
type Headers = Record<string, string>;
type Options = { parameters?: Record<string, string>; headers?: Headers; url?: string };
export type Reply = { status: number; bytes: Buffer };

export type EarlierCustomer = Awaited<ReturnType<typeof openEarlierCustomer>>;

export const EMAIL = 'ada@vox-humana.example';

/** A customer of an earlier version, who knows which routes it has. */
export async function openEarlierCustomer(firstUrl: string) {
  const document = (await (await fetch(`${firstUrl}/api/openapi.json`)).json()) as Document;
  const credentials = await signUp(firstUrl);
  const { cookie, keyAfterPrefix } = credentials;
  const me = await fetch(`${firstUrl}/api/me`, { headers: { cookie } });
  const { csrf_token: csrf } = (await me.json()) as { csrf_token: string };
  const byKey = { authorization: `Bearer ${KEY_PREFIX}${keyAfterPrefix}` };
  const bySession = { cookie, 'x-csrf-token': csrf, 'sec-fetch-site': 'same-origin' };

  /** Null if the version has no such route. */
  const schemesOf = (route: string): string[] | null => {
    const [method = '', path = ''] = route.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    return operation ? (operation.security ?? []).flatMap(Object.keys) : null;
  };

  /** `parameters` replace what is in braces. */
  async function call(
    route: string,
    body?: object,
    { parameters = {}, headers = {}, url = firstUrl }: Options = {},
  ): Promise<Reply> {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
    const isForm = body instanceof FormData;
    const type = body && !isForm && { 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(schemesOf(route)?.includes('apiKey') ? byKey : bySession), ...type, ...headers },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  return {
    credentials,
    call,
    offers: (route: string): boolean => schemesOf(route) !== null,
    /** What a customer may read without naming anything. */
    listings: (): string[] =>
      Object.keys(document.paths).filter((path) => {
        const isJson = document.paths[path]?.get?.responses?.['200']?.content?.['application/json'];
        const schemes = schemesOf(`GET ${path}`) ?? [];
        const isOwn = path === '/api/me' || schemes.includes('apiKey') || schemes.includes('session');
        return isJson && isOwn && !path.includes('{');
      }),
  };
}

async function signUp(url: string): Promise<Recorded['credentials']> {
  const response = await fetch(`${url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'signup', email: EMAIL, password: randomUUID() }),
  });
  if (response.status !== 201) throw new Error(`sign-up: ${await response.text()}`);
  const { api_key: apiKey } = (await response.json()) as { api_key: string };
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { keyAfterPrefix: apiKey.slice(KEY_PREFIX.length), cookie: cookies.join('; ') };
}
