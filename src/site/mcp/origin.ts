import { domainError } from '../../platform/errors.ts';

const OriginNotAllowed = domainError(
  'forbidden',
  'origin_not_allowed',
  'Pages of this origin may not call /mcp. See MCP_ORIGINS.',
);

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Against DNS rebinding: a page of a stranger may reach this server under its own name, but cannot hide its origin.
 * Programs send none.
 */
export function checkOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin)) return;
  if (LOOPBACK.has(URL.parse(origin)?.hostname ?? '')) return;
  throw new OriginNotAllowed();
}
