import { createClient } from '@vox-humana/client';

/** A large file on a slow line. */
const TIMEOUT_MS = 2 * 3_600_000;

/** Says how much of a body is sent, from 0 to 1, which `fetch` cannot. Calls with the session: an upload changes the account. */
export function uploadingClient(onSent: (share: number) => void) {
  return createClient({
    baseUrl: location.origin,
    apiKey: null,
    logLevel: 'error',
    timeoutMs: TIMEOUT_MS,
    fetch: (input, init = {}) => sendWithProgress(String(input), init, onSent),
  });
}

function sendWithProgress(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    new Headers(headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onSent(loaded / total);
    request.onload = () => resolve(responseOf(request));
    // `fetch` throws the same, so that the client tells it as a broken connection.
    request.onerror = () => reject(new TypeError('The upload broke off.'));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as FormData | string | null);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  return new Response(request.response as Blob, { status: request.status, headers });
}
