import { DomainError, type ErrorDetail } from '../../../platform/errors.ts';
import { judgeUrl, type OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import type { Threads } from '../../../platform/threads/index.ts';
import { BUILT_IN_TOOLS } from './built-in-tools.ts';
import { findSchemaFaults } from './schema-tasks.ts';
import type { AgentTool } from './schemas.ts';

/** Twenty functions, each with two of the largest schemas. */
const BUDGET_MS = 5_000;

/** Everything that is wrong with the tools, each with its place. */
export async function checkTools(
  { threads, outbound }: { threads: Threads; outbound: OutboundPolicy },
  accountId: string,
  tools: readonly AgentTool[],
): Promise<ErrorDetail[]> {
  const options = { owner: accountId, what: 'Checking the schemas of the tools', budgetMs: BUDGET_MS };
  const schemas = tools.map(({ parameters = {}, result = {} }) => ({ parameters, result }));
  const faults = tools.length > 0 ? await threads.run(findSchemaFaults, schemas, options) : [];
  const problems: ErrorDetail[] = [];
  const names = new Set(BUILT_IN_TOOLS.map(({ name }) => name));
  for (const [index, tool] of tools.entries()) {
    const report: Report = (field, message) => {
      problems.push({ path: `body.tools.${index}.${field}`, message });
    };
    if (names.has(tool.name)) report('name', `is taken: "${tool.name}"`);
    names.add(tool.name);
    for (const field of ['parameters', 'result'] as const) {
      const problem = faults[index]?.[field];
      if (problem) report(field, problem);
    }
    const { type = 'object' } = tool.parameters ?? {};
    if (type !== 'object') report('parameters', 'must describe an object');
    checkTarget(tool, outbound, report);
  }
  return problems;
}

type Report = (field: string, message: string) => void;

function checkTarget(tool: AgentTool, outbound: OutboundPolicy, report: Report): void {
  if (tool.type === 'client') {
    for (const field of ['url', 'headers'])
      if (Object.hasOwn(tool, field)) report(field, 'is only for webhooks');
    return;
  }
  const problem = tool.url ? problemOf(() => judgeUrl(tool.url, outbound)) : 'is required for a webhook';
  if (problem) report('url', problem);
}

function problemOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return `cannot be used: ${error.public}`;
    throw error;
  }
}
