import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

/** Built by `npm run web:build`, which `./run` calls. */
const CONSOLE_DIR = new URL('../../../web/dist', import.meta.url).pathname;

/** The pages of the console. Their addresses are its own; unknown ones below them show its "not found". */
const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/provenance',
];
const SECTIONS = [
  'playground',
  'agents',
  'conversations',
  'voices',
  'marketplace',
  'seller',
  'work',
  'account',
  'admin',
];

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Vox Humana</title></head><body>
<h1>Vox Humana</h1><p>The console is not built. Start the service with <code>./run</code>, or run <code>npm run web:build</code>.</p>
<p>The API works without it: <a href="/docs">read its documentation</a>.</p></body></html>`;

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** The web console, open to everybody: its pages ask for a session themselves. */
export function consoleRoutes({ publicUrl, dir = CONSOLE_DIR }: { publicUrl: string; dir?: string }) {
  const policy = contentPolicy(new URL(publicUrl).origin);
  const plugin: FastifyPluginAsync = async (app) => {
    const page = await readPage(dir);
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, auth: 'public', bucket: 'none' };
      route.schema = { ...route.schema, hide: true };
    });
    for (const url of [...PAGES, ...SECTIONS.flatMap((name) => [`/${name}`, `/${name}/*`])])
      app.get(url, async (_request, reply) => {
        const nonce = randomBytes(16).toString('base64');
        return reply
          .headers({
            'content-security-policy': policy(nonce),
            'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
            'cache-control': 'no-store',
            'referrer-policy': 'same-origin',
          })
          .type('text/html; charset=utf-8')
          .send(page.replace('%NONCE%', nonce));
      });
    if (page === NOT_BUILT) return;
    await app.register(fastifyStatic, {
      root: join(dir, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      index: false,
      decorateReply: false,
      // Their names change with their content.
      maxAge: YEAR_MS,
      immutable: true,
    });
    await app.register(fastifyStatic, { root: dir, serve: false, preCompressed: true, maxAge: HOUR_MS });
    app.get('/theme.js', (_request, reply) => reply.sendFile('theme.js'));
    app.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg'));
  };
  return plugin;
}

async function readPage(dir: string): Promise<string> {
  try {
    return await readFile(join(dir, 'index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOT_BUILT;
    throw error;
  }
}

/**
 * Links to films and audio carry the public address, also when the console was opened at another one. The nonce is for
 * the few styles that components add while they run; no script is inline.
 */
function contentPolicy(publicOrigin: string): (nonce: string) => string {
  const own = `'self' ${publicOrigin}`;
  return (nonce) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      `img-src ${own} blob: data:`,
      `media-src ${own} blob:`,
      `connect-src ${own}`,
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "manifest-src 'self'",
    ].join('; ');
}
