import type { VoxHumana } from '../../../client/src/index.ts';
import { defineCommand, defineGroup } from '../command.ts';

const list = defineCommand({
  name: 'list',
  summary: 'List the keys of the account',
  options: { all: { type: 'boolean', short: 'a', description: 'Revoked ones too' } },
  async run({ sessionClient, output, signal }, { options }) {
    const keys = [];
    for await (const key of sessionClient.account.keys.list({}, { signal }))
      if (options.all || !key.revoked) keys.push(key);
    const rows = keys.map((key) => [
      ...[key.id, `${key.prefix}…${key.last_four}`, key.name],
      key.revoked ? 'revoked' : (key.last_used_at ?? 'never'),
    ]);
    output.table({ keys }, ['ID', 'KEY', 'NAME', 'LAST USED'], rows, 'There are no keys.');
  },
});

type NewKey = Parameters<VoxHumana['account']['keys']['create']>[0];

const create = defineCommand({
  name: 'create',
  summary: 'Make a key and show it once',
  args: [{ name: 'NAME', required: true }],
  options: {
    permission: {
      type: 'string',
      short: 'p',
      value: 'GROUP',
      multiple: true,
      description: 'What it may do, such as speech or jobs:read; may be repeated. Default: everything',
    },
    address: {
      type: 'string',
      value: 'ADDRESS',
      multiple: true,
      description: 'From where it may be used: an address or a CIDR; may be repeated',
    },
    'monthly-credits': {
      type: 'number',
      value: 'CREDITS',
      description: 'How many credits it may use in a month',
    },
  },
  async run({ sessionClient, output, signal }, { options, args: [name = ''] }) {
    const key = await sessionClient.account.keys.create(
      {
        name,
        // The service knows the groups and refuses others.
        ...(options.permission && { permissions: options.permission as NonNullable<NewKey>['permissions'] }),
        ...(options.address && { allowed_addresses: options.address }),
        ...(options['monthly-credits'] !== undefined && { monthly_credit_limit: options['monthly-credits'] }),
      } as NonNullable<NewKey>,
      { signal },
    );
    output.note('Store it safely: it is shown only now.');
    output.result(key, [key.api_key]);
  },
});

const revoke = defineCommand({
  name: 'revoke',
  summary: 'Revoke a key',
  args: [{ name: 'ID', required: true }],
  async run({ sessionClient, output, signal }, { args: [id = ''] }) {
    const key = await sessionClient.account.keys.revoke(id, { signal });
    output.result(key, [`${key.id} revoked`]);
  },
});

export const keys = defineGroup({
  name: 'keys',
  summary: 'List, make and revoke API keys',
  details: 'A key may not manage keys, so this needs vox login with your password.',
  subcommands: [list, create, revoke],
});
