import {
  type JSONRPCRequest,
  type RequestId,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyBaseLogger } from 'fastify';
import { CURRENT_VERSION } from '../changelog/index.ts';
import { SUPPORTED_VERSIONS } from './protocol.ts';
import type { ToolContext, ToolResult } from './tool.ts';
import { describeTools } from './tools/index.ts';

const SERVER = { name: 'vox-humana', title: 'Vox Humana', version: CURRENT_VERSION };
const INSTRUCTIONS =
  'Speech, transcripts, music, sounds, films of talking people, and dubs. Ask estimate_cost before long work: credits ' +
  'are the money of the account. Films and dubs are jobs: if a call returns before the end, ask get_job. Links open ' +
  'without a key for 7 days.';
/** The list changes only with a new release. */
const CACHEABLE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const OPTIONS = {
  capabilities: { tools: {} },
  instructions: INSTRUCTIONS,
  supportedProtocolVersions: SUPPORTED_VERSIONS,
  cacheHints: { 'tools/list': CACHEABLE, 'server/discover': CACHEABLE },
};

export type Call = { id: RequestId; params: Params; report: ToolContext['report'] };
type Params = JSONRPCRequest['params'];
type Deps = { log: FastifyBaseLogger; call(call: Call): Promise<ToolResult> };

/** Makes a server for one message: an instance of the library belongs to one exchange. */
export function createServer({ log, call }: Deps): Server {
  const server = new Server(SERVER, OPTIONS);
  server.onerror = (error) => log.info({ err: error }, 'the Model Context Protocol library failed');
  server.setRequestHandler('tools/list', () => ({ tools: describeTools() }));
  // This is `tools/call`: no other method comes so far. A handler of that name would refuse odd arguments with a dump of the
  // library's schema, before we can answer with a result that an assistant understands.
  server.fallbackRequestHandler = async ({ id, params }, { mcpReq }) =>
    call({ id, params, report: reporterOf(mcpReq, log) });
  return server;
}

function reporterOf(
  { _meta, notify }: ServerContext['mcpReq'],
  log: FastifyBaseLogger,
): ToolContext['report'] {
  const progressToken = _meta?.progressToken;
  let reported = 0;
  return (progress, message) => {
    // The protocol wants every report to be higher than the one before.
    if (progressToken === undefined || progress <= reported) return;
    reported = progress;
    const params = { progressToken, progress, total: 1, message };
    notify({ method: 'notifications/progress', params }).catch((error: unknown) =>
      log.debug({ err: error }, 'a report of progress was lost'),
    );
  };
}
