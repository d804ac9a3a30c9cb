import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Answer,
  type AnswerKeeper,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  type Idempotency,
  type UrlSigner,
} from '../../http/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { addAsset } from './add-asset.ts';
import type { AssetRow } from './asset.ts';
import { receiveFile } from './receive-file.ts';
import { viewOf } from './schemas.ts';
import { requireRoom } from './storage-quota.ts';
import type { MediaDeps } from './store-media.ts';

export type NewAssetDeps = MediaDeps & {
  idempotency: Idempotency;
  outbound: OutboundPolicy;
  signUrl: UrlSigner;
  uploads: ConcurrencyLimit;
};

export async function answerNewAsset(
  deps: NewAssetDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = clientGone(reply);
  const caller = callerOf(request);
  const created = (asset: AssetRow): Answer => ({
    status: 201,
    headers: { location: `/api/v1/assets/${asset.id}` },
    body: viewOf(asset, (path) => deps.signUrl(path, caller.accountId)),
  });
  // Before the file is read. Even a known one, which takes no further space, counts as an asset.
  const requireAnyRoom = (): Promise<void> => requireRoom(deps.db, caller.accountId, 0);
  // A repeated call gets its answer, however full the library is by now.
  if (request.isMultipart() && !(await deps.idempotency.knows(request))) await requireAnyRoom();
  const receive = () =>
    receiveFile(deps.outbound, request, ({ name, fingerprint, withFile }) => {
      const run = async (keeper: AnswerKeeper | null): Promise<Answer> => {
        const commit = async (tx: Tx, asset: AssetRow) => keeper?.keep(tx, created(asset));
        const add = (path: string) => addAsset(deps, caller, { path, name }, { signal, commit });
        await requireAnyRoom();
        return created(await withFile(signal, add));
      };
      return deps.idempotency.answerOnce(request, reply, run, fingerprint);
    });
  return deps.uploads.run(caller.accountId, receive);
}
