import { DomainError, type ErrorDetail } from '../../../platform/errors.ts';
import { judgeUrl, type OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import { BUILT_IN_TOOLS } from '../minds/model/built-in-tools.ts';
import { compileSchema, SchemaError } from './compile-schema.ts';
import type { AgentTool } from './schemas.ts';

/** Everything that is wrong with the tools, each with its place. */
export function checkTools(tools: readonly AgentTool[], outbound: OutboundPolicy): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const names = new Set(BUILT_IN_TOOLS.map(({ name }) => name));
  for (const [index, tool] of tools.entries()) {
    const report: Report = (field, message) => {
      problems.push({ path: `body.tools.${index}.${field}`, message });
    };
    if (names.has(tool.name)) report('name', `is taken: "${tool.name}"`);
    names.add(tool.name);
    for (const field of ['parameters', 'result'] as const) {
      const problem = problemOf(() => compileSchema(tool[field] ?? {}));
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
    if (error instanceof SchemaError) return error.message;
    if (error instanceof DomainError) return `cannot be used: ${error.public}`;
    throw error;
  }
}
