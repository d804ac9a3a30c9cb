import type { Page } from 'playwright-core';

/** A write of the person who is signed in, or with a key of theirs. */
export function post(page: Page, path: string, body: object, key?: string): Promise<Record<string, string>> {
  return send(page, 'POST', path, body, key);
}

export function send(
  page: Page,
  method: string,
  path: string,
  body: object | null,
  key = '',
): Promise<Record<string, string>> {
  return page.evaluate(
    async ([verb, url, json, bearer]) => {
      const headers = {
        ...(json && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      };
      return (await fetch(url, { method: verb, headers, body: json })).json();
    },
    [method, path, body && JSON.stringify(body), key] as const,
  );
}
