import { CURRENT_VERSION } from '../changelog/index.ts';
import { HANDSHAKE_VERSIONS, ProtocolError, type Request, SUPPORTED_VERSIONS } from './protocol.ts';
import { describeTools } from './tools/index.ts';

const SERVER = { name: 'vox-humana', title: 'Vox Humana', version: CURRENT_VERSION };
const CAPABILITIES = { tools: {} };
const INSTRUCTIONS =
  'Speech, transcripts, music, sounds, films of talking people, and dubs. Ask estimate_cost before long work: credits ' +
  'are the money of the account. Films and dubs are jobs: if a call returns before the end, ask get_job. Links open ' +
  'without a key for 7 days.';
/** The list changes only with a new release. */
const CACHEABLE = { ttlMs: 3_600_000, cacheScope: 'public' };

/** Marks a result as the revision without a handshake requires; the others ignore the marks. */
export function complete(result: object): object {
  return { resultType: 'complete', ...result, _meta: { 'io.modelcontextprotocol/serverInfo': SERVER } };
}

/** Everything but `tools/call`. */
export function answerRequest({ method, params }: Request): object {
  switch (method) {
    case 'initialize':
      return initialize(params?.protocolVersion);
    case 'server/discover':
      return complete({
        supportedVersions: SUPPORTED_VERSIONS,
        capabilities: CAPABILITIES,
        instructions: INSTRUCTIONS,
        ...CACHEABLE,
      });
    // The revisions that have it want exactly this, and strict clients refuse more.
    case 'ping':
      return {};
    case 'tools/list':
      return complete({ tools: describeTools(), ...CACHEABLE });
    default:
      throw new ProtocolError('methodNotFound', `There is no method ${method.slice(0, 100)}.`);
  }
}

function initialize(requested: unknown) {
  return {
    protocolVersion: HANDSHAKE_VERSIONS.find((version) => version === requested) ?? HANDSHAKE_VERSIONS[0],
    capabilities: CAPABILITIES,
    serverInfo: SERVER,
    instructions: INSTRUCTIONS,
  };
}
