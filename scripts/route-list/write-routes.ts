import { join } from 'node:path';
import {
  accepts,
  type OpenApiDocument,
  type Operation,
  operationsOf,
} from '../../tests/support/operations.ts';

export const ROUTES_FILE = join(import.meta.dirname, '../../docs/routes.md');

const HEAD = `# Routes

<!-- Generated from the OpenAPI document by \`npm run routes\`. Do not edit. -->

Every route of the service. A running service has the same at \`/docs\`, with bodies, answers and examples, and as an OpenAPI 3.1 document
at \`/api/openapi.json\`.

An error is \`{ "error": "a sentence", "code": "stable_name", "request_id": "…" }\`; here are [all codes](errors.md). Send an
\`Idempotency-Key\` with any POST that spends or creates something: a repeated request then returns the first response instead of charging again.

**Key** is an API key in the \`Authorization\` header, **session** the cookie of the console, **signed URL** an address from another response.
`;

/** The routes by topic, as a page. */
export function writeRoutes(document: OpenApiDocument): string {
  const byTag = Map.groupBy(operationsOf(document), ({ tags = [] }) => tags[0] ?? 'Service');
  const sections = (document.tags ?? []).map(({ name, description = '' }) => {
    const rows = (byTag.get(name) ?? []).map(rowOf);
    return [`## ${name}`, description, ['| route | | needs |', '|---|---|---|', ...rows].join('\n')].join(
      '\n\n',
    );
  });
  return `${[HEAD.trimEnd(), ...sections].join('\n\n')}\n`;
}

function rowOf(operation: Operation): string {
  const { method, path, summary = '' } = operation;
  return `| \`${method} ${path}\` | ${summary.replaceAll('|', '\\|')} | ${needsOf(operation)} |`;
}

function needsOf(operation: Operation): string {
  if (operation.path.startsWith('/api/admin')) return 'administrator';
  if (operation.path.startsWith('/api/internal/workers')) return 'worker';
  const ways = { apiKey: 'key', session: 'session', signedUrl: 'signed URL' } as const;
  const accepted = Object.entries(ways).filter(([scheme]) => accepts(operation, scheme as keyof typeof ways));
  return accepted.map(([, name]) => name).join(', ') || 'nothing';
}
