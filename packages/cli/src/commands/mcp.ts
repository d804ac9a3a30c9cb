import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { readEvents } from '../../../client/src/core/server-sent-events.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';

type Meta = Record<string, unknown>;
type Message = {
  id?: string | number;
  method?: string;
  params?: { name?: unknown; _meta?: Meta };
  result?: { protocolVersion?: string };
  error?: object;
};

const VERSION_FIELD = 'io.modelcontextprotocol/protocolVersion';
const PARSE_ERROR = -32_700;
const INTERNAL_ERROR = -32_603;

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Serve assistants over standard input, by the Model Context Protocol',
  details:
    'Assistants that start programs can then speak, transcribe, make films and so on with your key. Those that open\n' +
    'addresses do not need it: give them the address of the service with /mcp, and the key as a Bearer token.',
  examples: ['claude mcp add vox -- vox mcp'],
  async run(context) {
    const send = createBridge(context);
    const underWay = new Set<Promise<void>>();
    for await (const line of createInterface({ input: context.stdin, signal: context.signal })) {
      if (line.trim() === '') continue;
      const sent = send(line).finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    await Promise.all(underWay);
  },
});

/** Passes each message on to `/mcp` of the service, and what it answers back, a line each. */
function createBridge({ connection, apiKey, stdout, signal }: Context): (line: string) => Promise<void> {
  const url = `${connection.baseUrl}/mcp`;
  // Tells the calls of this process from those of others with the same key, so that they can be canceled.
  const session = randomUUID();
  let agreedVersion: string | undefined;
  const write = (message: object) => void stdout.write(`${JSON.stringify(message)}\n`);

  function headersFor({ method, params }: Message): Record<string, string> {
    const version = params?._meta?.[VERSION_FIELD] ?? agreedVersion;
    return {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': session,
      ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
      ...(method && { 'mcp-method': method }),
      ...(method === 'tools/call' && typeof params?.name === 'string' && { 'mcp-name': params.name }),
    };
  }

  return async (line) => {
    let message: Message;
    try {
      message = JSON.parse(line);
    } catch {
      return write(errorOf(null, PARSE_ERROR, 'A line is not valid JSON.'));
    }
    try {
      const request = { method: 'POST', headers: headersFor(message), body: line, signal };
      for await (const answer of answersIn(await fetch(url, request))) {
        if (message.method === 'initialize') agreedVersion = answer.result?.protocolVersion;
        write(answer.error && message.id !== undefined ? { ...answer, id: message.id } : answer);
      }
    } catch (error) {
      if (signal.aborted) throw error;
      if (message.id !== undefined) write(errorOf(message.id, INTERNAL_ERROR, wordsFor(error, url)));
    }
  };
}

async function* answersIn(response: Response): AsyncGenerator<Message> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    for await (const { data } of readEvents(response.body ?? new Blob([]).stream())) yield JSON.parse(data);
    return;
  }
  const body = await response.text();
  if (body === '') return;
  const answer = JSON.parse(body);
  // Errors of the service itself, such as a key that it does not know.
  if (answer.jsonrpc !== '2.0') throw new Error(answer.error ?? `The service answered ${response.status}.`);
  yield answer;
}

function wordsFor(error: unknown, url: string): string {
  const isNetwork = error instanceof TypeError;
  return isNetwork ? `${url} cannot be reached. Is the service running?` : String((error as Error).message);
}

function errorOf(id: string | number | null, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
