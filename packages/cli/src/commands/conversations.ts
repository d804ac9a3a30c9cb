import type { Conversation } from '../../../client/src/index.ts';
import { type Argument, defineCommand, defineGroup } from '../command.ts';

const ID: Argument = { name: 'CONVERSATION', required: true };

const list = defineCommand({
  name: 'list',
  summary: 'List conversations with your agents, the latest first',
  options: {
    agent: { type: 'string', value: 'ID', description: 'Only with this agent' },
    status: { type: 'string', value: 'STATUS', choices: ['active', 'ended'], description: 'Only these' },
    limit: { type: 'number', short: 'n', value: 'COUNT', description: 'At most so many. Default: 20' },
  },
  async run({ client, output, signal }, { options: { agent, status, limit = 20 } }) {
    const conversations: Conversation[] = [];
    const asked = {
      limit: Math.min(limit, 100),
      ...(agent !== undefined && { agent_id: agent }),
      ...(status && { status }),
    };
    for await (const one of client.conversations.list(asked, { signal })) {
      if (conversations.length >= limit) break;
      conversations.push(one);
    }
    const rows = conversations.map((one) => [
      ...[one.id, one.agent_name, one.ended_reason ?? one.status],
      ...[`${one.turn_count}`, `${one.credits}`, one.started_at],
    ]);
    const head = ['CONVERSATION', 'AGENT', 'STATUS', 'TURNS', 'CREDITS', 'STARTED'];
    output.table({ conversations }, head, rows, 'There are no conversations.');
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'Show what was said',
  details: 'With --json every turn with its times, credits and functions.',
  args: [ID],
  async run({ client, output, signal }, { args: [id = ''] }) {
    const whole = await client.conversations.get(id, { signal });
    const text = output.json ? '' : await (await client.conversations.transcript(id, { signal })).text();
    if (whole.turns.length === 0) output.note('Nothing was said.');
    output.result(whole, text.trimEnd());
  },
});

const end = defineCommand({
  name: 'end',
  summary: 'End a conversation',
  args: [ID],
  async run({ client, output, signal }, { args: [id = ''] }) {
    const ended = await client.conversations.end(id, { signal });
    output.result(ended, [`${id} ${ended.ended_reason}`]);
  },
});

const remove = defineCommand({
  name: 'delete',
  summary: 'Delete a conversation and the sound of its replies',
  args: [ID],
  async run({ client, output, signal }, { args: [id = ''] }) {
    await client.conversations.delete(id, { signal });
    output.result({ conversation_id: id, deleted: true }, [`${id} deleted`]);
  },
});

export const conversations = defineGroup({
  name: 'conversations',
  summary: 'List, show, end and delete conversations with agents',
  subcommands: [list, show, end, remove],
});
