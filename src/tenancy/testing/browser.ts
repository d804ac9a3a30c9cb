import type { InjectOptions } from 'fastify';
import { GOOD_PASSWORD, type TestTenancy } from './app.ts';

type Reply = Awaited<ReturnType<typeof inject>>;

export type Browser = {
  /** Reads the cookie jar. */
  session: string | null;
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  auth(body: Record<string, unknown>): Promise<Reply>;
};

function inject(tenancy: TestTenancy, options: InjectOptions) {
  return tenancy.app.inject(options);
}

/** Keeps its session cookie and marks its calls as our own pages do. */
export function openBrowser(tenancy: TestTenancy, address = '192.0.2.1'): Browser {
  const browser: Browser = {
    session: null,
    async call(method, url, body, headers = {}) {
      const reply = await inject(tenancy, {
        method,
        url,
        remoteAddress: address,
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        cookies: browser.session
          ? { vox_session: browser.session, '__Host-vox_session': browser.session }
          : {},
        ...(body && { payload: body }),
      });
      const cookie = reply.cookies.find(({ name }) => name.endsWith('vox_session'));
      if (cookie) browser.session = cookie.value || null;
      return reply;
    },
    auth: (body) => browser.call('POST', '/api/auth', body),
  };
  return browser;
}

/** A browser that has just signed up, with the first key. */
export async function signUpBrowser(tenancy: TestTenancy, email: string) {
  const browser = openBrowser(tenancy);
  const reply = await browser.auth({ action: 'signup', email, password: GOOD_PASSWORD });
  const { user, api_key: apiKey } = reply.json<{ user: { id: string }; api_key: string }>();
  return { browser, apiKey, accountId: user.id };
}
