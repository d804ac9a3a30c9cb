import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, type UrlSigner } from '../../http/index.ts';
import { ApiError, createApi } from './api.ts';
import type { Call } from './server.ts';
import { errorResult, InvalidInput, type Tool, type ToolContext, type ToolResult } from './tool.ts';
import { findTool } from './tools/index.ts';

export type CallDeps = { app: FastifyInstance; signUrl: UrlSigner };

/** Faults of the arguments and of the request are results, so that the assistant sees them and may try again. */
export async function callTool(
  { app, signUrl }: CallDeps,
  request: FastifyRequest,
  { params, report }: Call,
  call: Pick<ToolContext, 'signal' | 'isCanceled'>,
): Promise<ToolResult> {
  const tool = findTool(params?.name);
  if (!tool)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no tool ${JSON.stringify(params?.name)?.slice(0, 100)}.`,
    );
  const input = params?.arguments ?? {};
  const { accountId } = callerOf(request);
  const api = createApi(app, request, call.signal);
  try {
    checkInput(request, tool, input);
    return await tool.run({ ...call, report, api, linkTo: (path) => signUrl(path, accountId) }, input);
  } catch (error) {
    call.signal.throwIfAborted();
    if (error instanceof ApiError || error instanceof InvalidInput) return errorResult(error.message);
    request.log.error({ err: error, tool: tool.name }, 'a tool failed');
    return errorResult(`Something went wrong on our side; try again. (request ${request.id})`);
  }
}

function checkInput(
  request: FastifyRequest,
  { input: schema }: Tool,
  input: unknown,
): asserts input is Record<string, unknown> {
  if (typeof input !== 'object' || Array.isArray(input))
    throw new InvalidInput('arguments must be an object.');
  const validate = request.compileValidationSchema(schema, 'body');
  if (validate(input)) return;
  const [issue] = validate.errors ?? [];
  const { missingProperty, additionalProperty } = (issue?.params ?? {}) as Record<string, unknown>;
  const path = `${issue?.instancePath ?? ''}`.replace(/^\//, '').replaceAll('/', '.');
  if (missingProperty !== undefined) throw new InvalidInput(`${missingProperty} is required.`);
  if (additionalProperty !== undefined)
    throw new InvalidInput(
      `There is no argument ${additionalProperty}. Arguments: ${Object.keys(schema.properties).join(', ')}.`,
    );
  throw new InvalidInput(`${path || 'arguments'} ${issue?.message ?? 'is not valid'}.`);
}
