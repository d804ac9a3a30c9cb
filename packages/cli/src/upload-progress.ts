import type { Output } from './terminal/output.ts';
import { sizeOf } from './terminal/size-of.ts';

/**
 * Shows how much of a form with files has been sent. `fetch` itself does not tell, so the form is encoded here and counted
 * while it is read. Each attempt begins again.
 */
export function fetchWithProgress(output: Output): typeof fetch {
  return async (input, init) => {
    const total = init?.body instanceof FormData ? bytesOf(init.body) : 0;
    if (total === 0) return fetch(input, init);
    const encoded = new Response(init?.body);
    const headers = new Headers(init?.headers);
    headers.set('content-type', encoded.headers.get('content-type') ?? '');
    const progress = output.progress('upload');
    let sent = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.length;
        progress.update(sent / total, `of ${sizeOf(total)}`);
        controller.enqueue(chunk);
      },
      flush: () => progress.clear(),
    });
    try {
      const body = encoded.body?.pipeThrough(counter);
      return await fetch(input, { ...init, headers, body, duplex: 'half' } as RequestInit);
    } finally {
      progress.clear();
    }
  };
}

/** Only files are counted; the rest of a form is small. */
function bytesOf(form: FormData): number {
  return [...form.values()].reduce((sum, value) => sum + (typeof value === 'string' ? 0 : value.size), 0);
}
