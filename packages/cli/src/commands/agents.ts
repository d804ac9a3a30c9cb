import { readFile } from 'node:fs/promises';
import type { Agent, AgentChecks, VoxHumana } from '../../../client/src/index.ts';
import { type Argument, defineCommand, defineGroup } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { readStdin } from '../read-text.ts';

const AGENT: Argument = { name: 'AGENT', required: true };
const FILE: Argument = { name: 'FILE|-', required: true };

type NewAgent = Parameters<VoxHumana['agents']['create']>[0];
type Checks = Parameters<VoxHumana['agents']['check']>[1];

/** The service checks what is in it. */
async function readJson<T>(context: Context, file: string): Promise<T> {
  const text = file === '-' ? (await readStdin(context)).toString('utf8') : await readFile(file, 'utf8');
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new CommandError(
      `${file === '-' ? 'Standard input' : file} is not JSON: ${(error as Error).message}`,
    );
  }
}

function factsOf(agent: Agent): string[] {
  const rows: [string, string | null | undefined][] = [
    ['agent', agent.id],
    ['name', agent.name],
    ['voice', agent.voice_id],
    ['language', agent.language],
    ['mind', agent.mind],
    ['model', agent.model],
    ['says first', agent.first_message],
    ['prompt', agent.system_prompt],
    ['states', agent.flow && Object.keys(agent.flow.states).join(', ')],
    ['tools', agent.tools?.map(({ name }) => name).join(', ')],
    ['changed', agent.updated_at],
  ];
  return rows.filter(([, value]) => value).map(([name, value]) => `${name.padEnd(10)} ${value}`);
}

const list = defineCommand({
  name: 'list',
  summary: 'List your agents, the latest first',
  async run({ client, output, signal }) {
    const agents = [];
    for await (const agent of client.agents.list({}, { signal })) agents.push(agent);
    const rows = agents.map(({ id, name, updated_at: changed }) => [id, name, changed]);
    output.table({ agents }, ['AGENT', 'NAME', 'CHANGED'], rows, 'There are no agents.');
  },
});

const create = defineCommand({
  name: 'create',
  summary: 'Create an agent from a JSON file',
  details:
    'The file has the body of POST /api/v1/agents: name, voice_id, and a system_prompt or a flow. Prints the id of the agent.',
  args: [FILE],
  examples: ['vox agents create anna.json', 'vox talk $(vox agents create anna.json)'],
  async run(context, { args: [file = ''] }) {
    const { client, output, signal } = context;
    const agent = await client.agents.create(await readJson<NewAgent>(context, file), { signal });
    output.result(agent, [agent.id]);
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'Show an agent',
  details: 'With --json all of its settings.',
  args: [AGENT],
  async run({ client, output, signal }, { args: [id = ''] }) {
    const agent = await client.agents.get(id, { signal });
    output.result(agent, factsOf(agent));
  },
});

const check = defineCommand({
  name: 'check',
  summary: 'Check what an agent says, as written in a JSON file',
  details:
    'The file has the body of POST /api/v1/agents/{id}/checks: turns with say and expect. The exit code is 1 when a turn is not answered as expected.',
  args: [AGENT, FILE],
  examples: ['vox agents check AGENT checks.json'],
  async run(context, { args: [id = '', file = ''] }) {
    const { client, output, signal } = context;
    const checks = await client.agents.check(id, await readJson<Checks>(context, file), { signal });
    output.result(checks, checks.turns.flatMap(linesOf));
    const failed = checks.turns.filter(({ passed }) => !passed).length;
    if (failed > 0) throw new CommandError(`${failed} of ${checks.turns.length} turns failed.`, EXIT.failed);
  },
});

function linesOf({ say, reply, passed, failures }: AgentChecks['turns'][number]): string[] {
  return [
    `${passed ? 'ok    ' : 'FAILED'}  ${say}`,
    `        ${reply}`,
    ...failures.map((failure) => `        ! ${failure}`),
  ];
}

const remove = defineCommand({
  name: 'delete',
  summary: 'Delete an agent and end its conversations',
  args: [AGENT],
  async run({ client, output, signal }, { args: [id = ''] }) {
    await client.agents.delete(id, { signal });
    output.result({ agent_id: id, deleted: true }, [`${id} deleted`]);
  },
});

export const agents = defineGroup({
  name: 'agents',
  summary: 'List, create, check and delete voice agents',
  subcommands: [list, create, show, check, remove],
});
