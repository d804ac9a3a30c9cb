import type { ValidateFunction } from 'ajv';
import { DomainError } from '../../../platform/errors.ts';
import { type OutboundPolicy, safeFetch } from '../../../platform/safe-fetch/index.ts';
import type { ToolUse } from '../minds/mind.ts';
import { compileSchema, inWords } from './compile-schema.ts';
import type { AgentTool } from './schemas.ts';
import { type Toolbox, unknownTool } from './toolbox.ts';

const TIMEOUT_SECONDS = 8;
const MAX_ANSWER_BYTES = 64_000;
const MAX_ARGUMENT_CHARACTERS = 20_000;

/** Answers what the function does. A `DomainError` is told to the mind. */
export type CallTool = (tool: AgentTool, given: unknown, signal: AbortSignal | undefined) => Promise<unknown>;

/** Arguments and answers that do not fit their schema go no further. */
export function createToolbox(tools: readonly AgentTool[], call: CallTool): Toolbox {
  return {
    specs: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters: parameters ?? { type: 'object', properties: {} },
    })),
    async run({ name, arguments: written }, signal) {
      const tool = tools.find((one) => one.name === name);
      if (!tool) return unknownTool(name, written);
      const given = parsed(written);
      const failed = (error: string): ToolUse => ({ name, arguments: given, result: { error }, ok: false });
      if (written.length > MAX_ARGUMENT_CHARACTERS) return failed('The arguments are too long.');
      if (given === undefined) return failed('The arguments are not JSON.');
      const unfit = misfit(tool.parameters, given, 'arguments');
      if (unfit) return failed(unfit);
      try {
        const result = await call(tool, given, signal);
        const wrong = misfit(tool.result, result, 'result');
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

class ToolFailed extends DomainError {
  constructor(message: string) {
    super({ kind: 'upstream_failed', code: 'tool_failed', public: message });
  }
}

/** Calls the URLs of the tools, through the guard against private addresses. */
export function byWebhook(options: { outbound: OutboundPolicy; conversationId: string }): CallTool {
  return (tool, given, signal) => post(tool, given, { ...options, signal });
}

/** Nobody is called: the answers are given beforehand, by name. */
export function standIns(results: Readonly<Record<string, unknown>>): CallTool {
  return async ({ name }) => {
    if (!Object.hasOwn(results, name)) throw new ToolFailed('This check has no result for the function.');
    return results[name];
  };
}

type PostOptions = { outbound: OutboundPolicy; conversationId: string; signal: AbortSignal | undefined };

async function post(
  { name: tool, url, headers = {}, timeout_seconds: seconds = TIMEOUT_SECONDS }: AgentTool,
  given: unknown,
  { outbound, conversationId, signal }: PostOptions,
): Promise<unknown> {
  const { status, body } = await safeFetch(url, {
    ...outbound,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function misfit(schema: object | undefined, value: unknown, what: string): string | null {
  if (!schema) return null;
  const validate: ValidateFunction = compileSchema(schema);
  return validate(value) ? null : inWords(validate.errors, what);
}
