import { ApiError, ConnectionError } from '../../../client/src/index.ts';
import { defineCommand } from '../command.ts';
import { readConfig, writeConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { NotSignedIn } from '../errors.ts';

export const logout = defineCommand({
  name: 'logout',
  summary: 'Sign out: revoke the key of this machine and forget it',
  async run(context) {
    const { configPath, connection, output } = context;
    const { [connection.profileName]: profile, ...profiles } = (await readConfig(configPath)).profiles;
    if (!profile) throw new NotSignedIn(`There is no profile "${connection.profileName}".`, []);
    const revoked = profile.session ? await revoke(context, { ...profile, session: profile.session }) : false;
    await writeConfig(configPath, { profiles });
    const facts = { profile: connection.profileName, revoked };
    output.result(facts, revoked ? 'Signed out.' : 'Forgotten here. The key itself is still valid.');
  },
});

type SignedIn = { baseUrl: string; session: string; keyId?: string | undefined };

/** Whoever cannot reach the service wants to be signed out here all the same. */
async function revoke(context: Context, { baseUrl, session, keyId }: SignedIn): Promise<boolean> {
  const client = context.anonymousClient(baseUrl, session);
  try {
    if (keyId) await client.account.keys.revoke(keyId);
    await client.account.authenticate({ action: 'signout' });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof ConnectionError)) throw error;
    context.output.note(`The service did not sign you out: ${error.message}`);
    return false;
  }
}
