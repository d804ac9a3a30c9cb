import { type Db, sql } from '../../../platform/database/index.ts';
import type { ErrorDetail } from '../../../platform/errors.ts';
import type { Seal, SealedColumn, Sealing } from '../../../platform/sealing/index.ts';
import type { AgentTool, WebhookTool } from './schemas.ts';

/** The API shows this in place of a header's value. A client that sends it back keeps the value. */
const HEADER_MASK = '********';

export const SEALED_TOOL_HEADERS: SealedColumn = {
  table: 'agents',
  column: 'tool_headers_sealed',
  key: 'id',
  keyType: 'text',
  owner: 'id',
  purpose: 'tool-headers',
};

type Headers = Readonly<Record<string, string>>;
/** Keeps the headers by the name of the tool. Their values may be sent only to `origin`. */
type Kept = Record<string, { origin: string; headers: Headers }>;

const sealOf = (agentId: string): Seal => ({ purpose: 'tool-headers', owner: agentId });

/** The tools as they are stored and shown, and the values of their headers apart. */
export function sealHeaders(
  sealing: Sealing,
  agentId: string,
  tools: readonly AgentTool[],
  before: Uint8Array | null,
): { tools: AgentTool[]; sealed: Buffer | null; problems: ErrorDetail[] } {
  const old = tools.some(hasMask) ? openAll(sealing, agentId, before) : {};
  const kept: Kept = {};
  const problems: ErrorDetail[] = [];
  for (const [index, tool] of tools.entries()) {
    if (tool.type !== 'webhook' || !tool.headers) continue;
    const origin = originOf(tool.url);
    const known = old[tool.name];
    const headers = Object.entries(tool.headers).map(([name, value]) => {
      if (value !== HEADER_MASK) return [name, value] as const;
      // Otherwise whoever may change an agent could have its secrets sent to a server of their own.
      const mayKeep = known !== undefined && known.origin === origin && Object.hasOwn(known.headers, name);
      if (!mayKeep)
        problems.push({ path: `body.tools.${index}.headers.${name}`, message: `is masked: ${SEND_AGAIN}` });
      return [name, known?.headers[name] ?? ''] as const;
    });
    kept[tool.name] = { origin, headers: Object.fromEntries(headers) };
  }
  const isEmpty = Object.values(kept).every(({ headers }) => Object.keys(headers).length === 0);
  const sealed = isEmpty ? null : sealing.seal(sealOf(agentId), JSON.stringify(kept));
  return { tools: tools.map(masked), sealed, problems };
}

const SEND_AGAIN =
  'send its value, as for every new header and whenever the name or the host of the tool changes';

/** The real headers of a tool. Throws `SecretUnreadable` without the key. */
export function openHeaders(
  sealing: Sealing,
  agent: { id: string; headersSealed: Uint8Array | null },
  { name, headers = {} }: WebhookTool,
): Headers {
  const known = openAll(sealing, agent.id, agent.headersSealed)[name]?.headers ?? {};
  return Object.fromEntries(Object.entries(headers).map(([field, value]) => [field, known[field] ?? value]));
}

export function masked(tool: AgentTool): AgentTool {
  if (tool.type !== 'webhook' || !tool.headers) return tool;
  const names = Object.keys(tool.headers);
  return { ...tool, headers: Object.fromEntries(names.map((name) => [name, HEADER_MASK])) };
}

function hasMask(tool: AgentTool): boolean {
  return tool.type === 'webhook' && Object.values(tool.headers ?? {}).includes(HEADER_MASK);
}

function openAll(sealing: Sealing, agentId: string, sealed: Uint8Array | null): Kept {
  return sealed ? (JSON.parse(sealing.open(sealOf(agentId), sealed).toString()) as Kept) : {};
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

const BATCH = 200;
type Row = { id: string; text: string };

/** Across tenants, at the start: seals what older versions stored in the clear. Safe to kill and repeat. */
export async function sealOpenHeaders(db: Db, sealing: Sealing): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<Row>`
      SELECT id, settings::text AS text FROM agents
      WHERE tool_headers_sealed IS NULL AND settings->>'tools' LIKE '%"headers"%' AND id > ${after}
      ORDER BY id LIMIT ${BATCH}`.execute(db);
    for (const { id, text } of rows) {
      const settings = JSON.parse(text) as { tools?: AgentTool[] };
      const { tools, sealed } = sealHeaders(sealing, id, settings.tools ?? [], null);
      await sql`
        UPDATE agents SET settings = ${JSON.stringify({ ...settings, tools })}::json, tool_headers_sealed = ${sealed}::bytea
        WHERE id = ${id} AND settings::text = ${text}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}
