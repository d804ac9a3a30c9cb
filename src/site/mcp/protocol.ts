/** The Model Context Protocol on the wire: JSON-RPC 2.0 and the revisions that are understood. */

export type RequestId = string | number;
export type Params = Record<string, unknown> & { _meta?: Record<string, unknown> };
export type Message = { jsonrpc: '2.0'; id?: RequestId; method: string; params?: Params };
export type Request = Message & { id: RequestId };

/** Without a handshake: each request names its revision, and closing its stream cancels it. */
export const STATELESS_VERSION = '2026-07-28';
/** Negotiated by `initialize`, newest first. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
export const SUPPORTED_VERSIONS: readonly string[] = [STATELESS_VERSION, ...HANDSHAKE_VERSIONS];

const VERSION_FIELD = 'io.modelcontextprotocol/protocolVersion';

export const ERRORS = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

export class ProtocolError extends Error {
  readonly code: number;
  readonly data: object | undefined;
  constructor(code: keyof typeof ERRORS, message: string, data?: object) {
    super(message);
    this.code = ERRORS[code];
    this.data = data;
  }
}

/** Responses of a client are accepted too: the server asks for none, so they mean nothing. */
export function readMessage(body: unknown): Message | 'response' {
  if (!isRecord(body) || body.jsonrpc !== '2.0')
    throw new ProtocolError('invalidRequest', 'Send one JSON-RPC 2.0 message per request.');
  const { id, method, params } = body;
  if (method === undefined && ('result' in body || 'error' in body)) return 'response';
  if (typeof method !== 'string') throw new ProtocolError('invalidRequest', 'method must be a string.');
  if (id !== undefined && !isRequestId(id))
    throw new ProtocolError(
      'invalidRequest',
      'id must be a whole number or a string of at most 200 characters.',
    );
  if (params !== undefined && !isParams(params))
    throw new ProtocolError('invalidRequest', 'params must be an object.');
  return { jsonrpc: '2.0', method, ...(id !== undefined && { id }), ...(params && { params }) };
}

export function isRequest(message: Message): message is Request {
  return message.id !== undefined;
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' ? id.length <= 200 : Number.isSafeInteger(id);
}

function isParams(params: unknown): params is Params {
  return isRecord(params) && (params._meta === undefined || isRecord(params._meta));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The stateless revision if the request names it, else null: a handshake settled the revision. */
export function statelessVersionOf({ params }: Message): typeof STATELESS_VERSION | null {
  const version = params?._meta?.[VERSION_FIELD];
  if (version === undefined) return null;
  if (version !== STATELESS_VERSION) throw unsupportedVersion(version);
  return STATELESS_VERSION;
}

/** What a proxy routes by must be what the body says. */
export function checkHeaders(message: Message, headers: Record<string, string | string[] | undefined>): void {
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && !SUPPORTED_VERSIONS.includes(`${version}`)) throw unsupportedVersion(version);
  const stateless = statelessVersionOf(message);
  if (stateless && version !== stateless) throw mismatch('MCP-Protocol-Version');
  const method = headers['mcp-method'];
  if ((stateless || method !== undefined) && method !== message.method) throw mismatch('Mcp-Method');
  const name = headers['mcp-name'];
  if (name !== undefined && name !== message.params?.name) throw mismatch('Mcp-Name');
}

function mismatch(header: string): ProtocolError {
  return new ProtocolError('headerMismatch', `The header ${header} does not match the message.`);
}

function unsupportedVersion(requested: unknown): ProtocolError {
  const data = { supported: SUPPORTED_VERSIONS, requested: String(requested).slice(0, 100) };
  return new ProtocolError('unsupportedVersion', 'This protocol version is not supported.', data);
}

export function resultOf(id: RequestId, result: object) {
  return { jsonrpc: '2.0', id, result };
}

export function errorOf(id: RequestId | null, { code, message, data }: ProtocolError) {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } };
}

export function progressOf(progressToken: RequestId, progress: number, message: string) {
  const params = { progressToken, progress, total: 1, message };
  return { jsonrpc: '2.0', method: 'notifications/progress', params };
}

export function progressTokenOf({ params }: Message): RequestId | null {
  const token = params?._meta?.progressToken;
  return isRequestId(token) ? token : null;
}
