import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';

/** The token is in the fragment of the link, which browsers send to no server and put into no Referer header. */
const SCRIPT = `
const form = document.querySelector('form');
const output = document.querySelector('output');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { action } = form.dataset;
  const body = { action, token: location.hash.slice(1), ...Object.fromEntries(new FormData(form)) };
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch('/api/auth', { method: 'POST', headers, body: JSON.stringify(body) });
  const { error } = await reply.json();
  output.value = reply.ok ? form.dataset.done : error;
  if (reply.ok) form.hidden = true;
});`;
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');
const POLICY = `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;

const VERIFY = page(
  'Verify your email address',
  `<form data-action="verify" data-done="Your email address is verified."><button>Verify</button></form>`,
);

const RESET = page(
  'Choose a new password',
  `<form data-action="reset" data-done="Your password is changed. Sign in with it.">
<label>New password <input name="password" type="password" autocomplete="new-password" minlength="8" maxlength="256" required></label>
<button>Change password</button></form>`,
);

/** Where mailed links lead. They wait for a click, because mail scanners open links. */
export function accountPages(): FastifyPluginAsync {
  return async (app) => {
    for (const [url, html] of [
      ['/verify-email', VERIFY],
      ['/reset-password', RESET],
    ] as const) {
      app.get(
        url,
        { schema: { hide: true }, config: { auth: 'public', bucket: 'public' } },
        async (_request, reply) =>
          reply
            .headers({
              'content-security-policy': POLICY,
              'cache-control': 'no-store',
              'referrer-policy': 'no-referrer',
            })
            .type('text/html; charset=utf-8')
            .send(html),
      );
    }
  };
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title></head>
<body><h1>${title}</h1>
${body}
<p><output></output></p>
<script>${SCRIPT}</script></body></html>
`;
}
