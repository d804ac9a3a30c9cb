import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { receiveUpload, refuseUnusableText } from '../../../http/index.ts';
import { domainError } from '../../../platform/errors.ts';
import { MAX_CHARACTERS } from './manage-knowledge.ts';

const DocumentRefused = domainError('invalid', 'invalid_request', (message: string) => message);

type Given = { name: string; text: string };

export function receiveDocument<Result>(
  request: FastifyRequest,
  body: Partial<Given>,
  use: (document: Given, fingerprint: string[]) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) return use(checked(body), []);
  // A character has at most four bytes.
  const limits = { maxFileBytes: 4 * MAX_CHARACTERS, maxFiles: 1 };
  return receiveUpload(request, limits, async ({ files: [file], fields }) => {
    if (!file) throw new DocumentRefused('Send a file.');
    const document = checked({ name: fields.name ?? file.filename, text: await readText(file.path) });
    return use(document, [file.sha256, document.name]);
  });
}

async function readText(path: string): Promise<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    refuseUnusableText([text]);
    return text;
  } catch (error) {
    if (error instanceof TypeError) throw new DocumentRefused('The file is not plain text in UTF-8.');
    throw error;
  }
}

function checked({ name = '', text = '' }: Partial<Given>): Given {
  if (name === '' || name.length > 200) throw new DocumentRefused('name must have 1 to 200 characters.');
  if (text.trim() === '') throw new DocumentRefused('The document is empty.');
  if (text.length > MAX_CHARACTERS)
    throw new DocumentRefused(`The document has more than ${MAX_CHARACTERS} characters.`);
  return { name, text };
}
