import { askService } from '../../../src/main/control-socket.ts';
import type { RunningService } from './service.ts';

/** Makes the account an administrator, as `./run admin grant` does. */
export async function grantAdministration({ dataDir }: RunningService, email: string): Promise<void> {
  await askService(dataDir, ['grant', email]);
}
