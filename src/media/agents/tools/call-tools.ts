import { refuseUnusableText } from '../../../http/index.ts';
import { DomainError, domainError } from '../../../platform/errors.ts';
import { type OutboundPolicy, safeFetch } from '../../../platform/safe-fetch/index.ts';
import type { Threads } from '../../../platform/threads/index.ts';
import { findMisfit } from './schema-tasks.ts';
import type { AgentTool, ClientTool, WebhookTool } from './schemas.ts';
import type { ToolUse } from './toolbox.ts';
import { type Toolbox, unknownTool } from './toolbox.ts';

const TIMEOUT_SECONDS = 8;
const MAX_ANSWER_BYTES = 64_000;
const MAX_ARGUMENT_CHARACTERS = 20_000;

/** Answers what the function does. A `DomainError` is told to the responder. */
export type CallTool = (tool: AgentTool, given: unknown, signal: AbortSignal | undefined) => Promise<unknown>;

export type ToolboxDeps = { threads: Threads; accountId: string };

/** Arguments and answers that do not fit their schema go no further. */
export function createToolbox(deps: ToolboxDeps, tools: readonly AgentTool[], call: CallTool): Toolbox {
  return {
    specs: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters: parameters ?? { type: 'object', properties: {} },
    })),
    async run({ name, arguments: written }, signal) {
      const tool = tools.find((one) => one.name === name);
      if (!tool) return unknownTool(name, written);
      let given: unknown;
      const failed = (error: string): ToolUse => ({ name, arguments: given, result: { error }, ok: false });
      if (written.length > MAX_ARGUMENT_CHARACTERS) return failed('The arguments are too long.');
      try {
        given = parsed(written);
        if (given === undefined) return failed('The arguments are not JSON.');
        const unfit = await misfit(deps, tool.parameters, given, { what: 'arguments', signal });
        if (unfit) return failed(unfit);
        const result = await call(tool, given, signal);
        const wrong = await misfit(deps, tool.result, result, { what: 'result', signal });
        return wrong
          ? failed(`The function answered wrongly: ${wrong}.`)
          : { name, arguments: given, result, ok: true };
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof DomainError) return failed(error.public);
        throw error;
      }
    },
  };
}

/** Told to the responder. */
export const ToolFailed = domainError('upstream_failed', 'tool_failed', (message: string) => message);

/** Asks the connected client. `signal` is aborted when the answer comes too late. Throw `ToolFailed` if it cannot answer. */
export type AskClient = (name: string, given: unknown, signal: AbortSignal) => Promise<unknown>;

export type CallOptions = {
  outbound: OutboundPolicy;
  conversationId: string;
  /** Returns the true values of headers that the settings show masked. */
  headersOf(tool: WebhookTool): Readonly<Record<string, string>>;
  askClient?: AskClient | undefined;
};

/** Calls the URLs of webhooks, through the guard against private addresses, and asks the client for its own functions. */
export function callerOfTools({ askClient, ...options }: CallOptions): CallTool {
  return async (tool, given, signal) => {
    if (tool.type === 'webhook') return post(tool, given, { ...options, signal });
    if (!askClient)
      throw new ToolFailed('This function needs a client with a live connection, and there is none.');
    return ask(askClient, tool, given, signal);
  };
}

/** Nobody is called: the answers are given beforehand, by name. */
export function standIns(results: Readonly<Record<string, unknown>>): CallTool {
  return async ({ name }) => {
    if (!Object.hasOwn(results, name)) throw new ToolFailed('This check has no result for the function.');
    const result = results[name];
    if (bytesOf(result) > MAX_ANSWER_BYTES)
      throw new ToolFailed(
        `The result is larger than ${MAX_ANSWER_BYTES / 1_000} kB, which no function may answer.`,
      );
    return result;
  };
}

type PostOptions = Omit<CallOptions, 'askClient'> & { signal: AbortSignal | undefined };

async function ask(
  askClient: AskClient,
  { name, timeout_seconds: seconds = TIMEOUT_SECONDS }: ClientTool,
  given: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(seconds * 1_000);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  const stopped = Promise.withResolvers<never>();
  const onStop = (): void => stopped.reject(new ToolFailed('The client did not answer in time.'));
  stop.addEventListener('abort', onStop, { once: true });
  try {
    const result = (await Promise.race([askClient(name, given, stop), stopped.promise])) ?? {};
    if (bytesOf(result) > MAX_ANSWER_BYTES)
      throw new ToolFailed(`The client answered more than ${MAX_ANSWER_BYTES / 1_000} kB.`);
    return result;
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

async function post(
  webhook: WebhookTool,
  given: unknown,
  { outbound, conversationId, headersOf, signal }: PostOptions,
): Promise<unknown> {
  const { name: tool, url, timeout_seconds: seconds = TIMEOUT_SECONDS } = webhook;
  const { status, body } = await safeFetch(url, {
    ...outbound,
    method: 'POST',
    headers: { ...headersOf(webhook), 'content-type': 'application/json' },
    body: JSON.stringify({ tool, arguments: given, conversation_id: conversationId }),
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: seconds * 1_000,
    ...(signal && { signal }),
  });
  if (status < 200 || status > 299) throw new ToolFailed(`The function answered with status ${status}.`);
  const text = body.toString('utf8');
  const result = text.trim() === '' ? {} : parsed(text);
  if (result === undefined) throw new ToolFailed('The function did not answer with JSON.');
  return result;
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    refuseUnusableText(value);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Refuses first what has too many levels to be written, kept or sent to a thread. */
function bytesOf(value: unknown): number {
  refuseUnusableText(value);
  return Buffer.byteLength(JSON.stringify(value));
}

/** Milliseconds of processor time. A plausible answer takes far less. */
const BUDGET_MS = 500;

async function misfit(
  { threads, accountId: owner }: ToolboxDeps,
  schema: object | undefined,
  value: unknown,
  { what, signal }: { what: 'arguments' | 'result'; signal: AbortSignal | undefined },
): Promise<string | null> {
  if (!schema) return null;
  const options = {
    owner,
    what: `Checking the ${what} of a function against its schema`,
    budgetMs: BUDGET_MS,
    signal,
  };
  return threads.run(findMisfit, { schema, value, what }, options);
}
