import { ApiError, type VoxHumana } from '../../../client/src/index.ts';
import { defineCommand } from '../command.ts';
import { type Profile, readConfig, writeConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../errors.ts';
import { readStdin } from '../read-text.ts';
import { ask } from '../terminal/prompt.ts';

type Credentials = { email: string; password: string; totp: string | undefined };

export const login = defineCommand({
  name: 'login',
  summary: 'Sign in, and keep a key in the config file',
  details:
    'With a password it makes a key for this machine and keeps the session, which vox keys needs. With --key it only keeps that key.',
  options: {
    email: { type: 'string', value: 'ADDRESS', description: 'Default: asked for' },
    'password-stdin': { type: 'boolean', description: 'Read the password from standard input' },
    totp: { type: 'string', value: 'CODE', description: 'Code of the authenticator, or a recovery code' },
    key: {
      type: 'boolean',
      description: 'Keep a key that you have; it is read from standard input or asked for',
    },
    demo: { type: 'boolean', description: 'Sign in to the demo account of a service on this machine' },
  },
  examples: [
    'vox login --email ann@example.com',
    'vox login --profile work --base-url https://vox.example.com',
    'vox login --key < key.txt',
  ],
  async run(context, { options }) {
    const { baseUrl } = context.connection;
    if (options.key) return keep(context, await checkedKey(context, baseUrl));
    const anonymous = context.anonymousClient(baseUrl);
    const session = options.demo
      ? await sessionOf(anonymous, { action: 'demo' })
      : await signIn(context, anonymous, {
          email: options.email ?? (await ask(context, 'Email')),
          password: options['password-stdin']
            ? await secretFromStdin(context)
            : await ask(context, 'Password', { hidden: true }),
          totp: options.totp,
        });
    const signedIn = context.anonymousClient(baseUrl, session.cookie);
    const key = await signedIn.account.keys.create({ name: `vox on ${context.host}` });
    await forgetOldKey(context, signedIn);
    await keep(context, {
      baseUrl,
      apiKey: key.api_key,
      keyId: key.id,
      email: session.email,
      session: session.cookie,
    });
  },
});

/** Asks for a code if the account has two-factor authentication. */
async function signIn(context: Context, client: VoxHumana, { email, password, totp }: Credentials) {
  const first = { action: 'signin' as const, email, password, ...(totp && { totp }) };
  try {
    return await sessionOf(client, first);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'totp_required' || totp) throw error;
    return sessionOf(client, { ...first, totp: await ask(context, 'Code of the authenticator') });
  }
}

async function sessionOf(client: VoxHumana, body: Parameters<VoxHumana['account']['authenticate']>[0]) {
  const { data, response } = await client.account.authenticate(body).withResponse();
  const [cookie] = response.headers.getSetCookie().flatMap((line) => line.split(';')[0] ?? []);
  if (!cookie || !data.user) throw new CommandError('The service opened no session.');
  return { cookie, email: data.user.email };
}

async function checkedKey(context: Context, baseUrl: string): Promise<Profile> {
  const apiKey = context.stdin.isTTY
    ? await ask(context, 'Key', { hidden: true })
    : await secretFromStdin(context);
  if (!/^\S+$/.test(apiKey)) throw new UsageError('That is not a key.');
  await context.clientFor(baseUrl, apiKey).billing.usage();
  return { baseUrl, apiKey };
}

async function secretFromStdin(context: Context): Promise<string> {
  const [line = ''] = (await readStdin(context)).toString('utf8').split(/\r?\n/);
  if (line === '') throw new UsageError('Standard input is empty.');
  return line;
}

/** A second login on the same machine replaces the key of the first. */
async function forgetOldKey({ connection: { profile }, output }: Context, client: VoxHumana): Promise<void> {
  if (!profile?.keyId) return;
  try {
    await client.account.keys.revoke(profile.keyId);
  } catch (error) {
    // It may be the key of another account, or revoked already.
    if (!(error instanceof ApiError)) throw error;
    output.note(`The key of the last login was not revoked: ${error.message}`);
  }
}

async function keep({ connection, configPath, output }: Context, profile: Profile): Promise<void> {
  const config = await readConfig(configPath);
  await writeConfig(configPath, { profiles: { ...config.profiles, [connection.profileName]: profile } });
  const who = profile.email ? `Signed in as ${profile.email}` : 'The key is kept';
  const facts = { profile: connection.profileName, base_url: profile.baseUrl, email: profile.email ?? null };
  output.result({ ...facts, config: configPath }, `${who}, in ${configPath}.`);
}
