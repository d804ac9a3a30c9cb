import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type MessageClassification,
  ProtocolError,
  ProtocolErrorCode,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';

/** This revision has no handshake: each request names its revision, and closing its stream cancels it. */
const STATELESS_VERSION = '2026-07-28';
/** These revisions are negotiated by `initialize`, newest first. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
export const SUPPORTED_VERSIONS: string[] = [STATELESS_VERSION, ...HANDSHAKE_VERSIONS];

/** The library has no name for this code of the protocol. */
const HEADER_MISMATCH = -32_020;
const LONGEST_ID = 200;

type Message = JSONRPCRequest | JSONRPCNotification;
export type Incoming = { message: Message; classification: MessageClassification };

/** Responses of a client are accepted too: the server asks for none, so they mean nothing. */
export function readMessage(body: unknown, headers: IncomingHttpHeaders): Incoming | 'response' {
  const version = one(headers['mcp-protocol-version']);
  if (version !== undefined && !SUPPORTED_VERSIONS.includes(version)) throw unsupported(version);
  const mcpMethodHeader = one(headers['mcp-method']);
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: version,
    mcpMethodHeader,
    body,
  });
  if (route.kind === 'reject' && route.rung === 'jsonrpc-shape') throw invalid();
  if (route.kind === 'reject') throw new ProtocolError(route.code, route.message, route.data);
  if (route.kind === 'legacy' && route.reason === 'response') return 'response';
  // A batch would run many calls for the price of one in the bucket of messages.
  if (!isJSONRPCRequest(body) && !isJSONRPCNotification(body)) throw invalid();
  if ('id' in body && `${body.id}`.length > LONGEST_ID) throw invalid();
  // The library would answer with a dump of its schema.
  if (route.kind === 'legacy' && body.method === 'initialize' && !isInitializeRequest(body))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'The params of initialize need protocolVersion, capabilities, and clientInfo with name and version.',
    );
  const classification: MessageClassification =
    route.kind === 'modern' ? route.classification : { era: 'legacy' };
  const { revision } = classification;
  if (revision !== undefined && revision !== STATELESS_VERSION) throw unsupported(revision);
  if (revision !== undefined && version === undefined) throw mismatch('MCP-Protocol-Version');
  if ((revision ?? mcpMethodHeader) !== undefined && mcpMethodHeader !== body.method)
    throw mismatch('Mcp-Method');
  const name = one(headers['mcp-name']);
  if (name !== undefined && name !== body.params?.name) throw mismatch('Mcp-Name');
  return { message: body, classification };
}

/** The methods that this server has, by the kind of revision. */
const METHODS = {
  legacy: ['initialize', 'ping', 'tools/list', 'tools/call'],
  modern: ['server/discover', 'tools/list', 'tools/call'],
};

/**
 * Null if the method is there. Revision 2026-07-28 wants 404 for any other. For the older ones 404 means that the session
 * is lost, and clients would begin a new one, so that they get the error with 200.
 */
export function missingMethod(
  { id, method }: JSONRPCRequest,
  { era }: MessageClassification,
): { status: number; body: object } | null {
  if (METHODS[era].includes(method)) return null;
  const error = {
    code: ProtocolErrorCode.MethodNotFound,
    message: `There is no method ${method.slice(0, 100)}.`,
  };
  return { status: era === 'modern' ? 404 : 200, body: { jsonrpc: '2.0', id, error } };
}

const one = (header: string | string[] | undefined) => (header === undefined ? undefined : `${header}`);

function invalid(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidRequest,
    `Send one JSON-RPC 2.0 message per request. Its id is a whole number or a string of at most ${LONGEST_ID} characters, its params an object.`,
  );
}

function mismatch(header: string): ProtocolError {
  return new ProtocolError(HEADER_MISMATCH, `The header ${header} does not match the message.`);
}

function unsupported(requested: string): ProtocolError {
  const data = { supported: SUPPORTED_VERSIONS, requested: requested.slice(0, 100) };
  return new UnsupportedProtocolVersionError(data, 'This protocol version is not supported.');
}
