import { join } from 'node:path';
import { statusOf } from '../../src/http/index.ts';
import type { DeclaredError } from '../../src/platform/errors.ts';
import { sentenceOf } from './sentence-of.ts';

export const ERRORS_FILE = join(import.meta.dirname, '../../docs/errors.md');

const HEAD = `# Errors

<!-- Generated from the declared errors by \`npm run errors\`. Do not edit. -->

An error is \`{ "error": "a sentence", "code": "stable_name", "request_id": "…" }\`, with \`detail\` where several fields are at fault. The
sentence says what is wrong and what to do, for people; it may change. Programs should look at the status and at \`code\`, which stay. New codes
may be added.

\`{name}\` and \`…\` stand for values. A code with several sentences has several causes. *Retry-After* behind a sentence means that the
answer has this header, with seconds. What was not delivered is not charged.
`;

/** What to do about all errors of a status. */
const STATUSES: Record<number, string> = {
  400: 'The request is not valid. Change it: sent again as it is, it fails again.',
  401: 'The API key, session or signed URL is missing, wrong or has ended. Get a new one.',
  402: 'Credits, balance or plan do not suffice. Top up, raise the limit or choose a larger plan.',
  403: 'The caller is known, but may not do this. Use another key or account.',
  404: 'There is no such thing, or it belongs to another account.',
  405: 'The route does not take this method.',
  409: 'The request conflicts with the current state. Wait for it to change, or change it, then send the request again.',
  416: 'The byte range is outside the file.',
  422: 'The request was understood, but cannot be processed.',
  429: 'Too many requests. Wait as long as `Retry-After` says, then send the request again.',
  500: 'A fault of the service. Send the request again, and report `request_id` if it persists.',
  502: 'An engine, a worker or another server failed. Send the request again.',
  503: 'Not available on this server now. Wait as long as `Retry-After` says, if it is there, or ask the operator.',
};

/** The errors by status and code, as a page. */
export function writeErrors(declared: readonly DeclaredError[]): string {
  const byStatus = Map.groupBy(declared, statusOf);
  const sections = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, errors]) => sectionOf(status, errors));
  return `${[HEAD.trimEnd(), ...sections].join('\n\n')}\n`;
}

function sectionOf(status: number, errors: readonly DeclaredError[]): string {
  const byCode = Map.groupBy(errors, ({ code }) => code);
  const rows = [...byCode].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, same]) => rowOf(code, same));
  return [`## ${status}`, STATUSES[status], ['| code | sentence |', '|---|---|', ...rows].join('\n')].join(
    '\n\n',
  );
}

function rowOf(code: string, errors: readonly DeclaredError[]): string {
  const sentences = new Set(errors.map(cellOf));
  return `| \`${code}\` | ${[...sentences].sort().join('<br>')} |`;
}

function cellOf(error: DeclaredError): string {
  const { sentence, hasRetryAfter } = sentenceOf(error);
  const text = /^\{\w+\}$/.test(sentence) ? 'The sentence names the fault.' : sentence;
  return `${text.replaceAll('|', '\\|').replaceAll('<', '&lt;')}${hasRetryAfter ? ' *Retry-After*' : ''}`;
}
