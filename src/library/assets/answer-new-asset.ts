import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, callerOf, clientGone, type Idempotency, type Receipt } from '../../http/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { addAsset } from './add-asset.ts';
import type { AssetRow } from './asset.ts';
import { receiveFile } from './receive-file.ts';
import { viewOf } from './schemas.ts';
import type { MediaDeps } from './store-media.ts';

export type NewAssetDeps = MediaDeps & { idempotency: Idempotency; outbound: OutboundPolicy };

export function answerNewAsset(
  deps: NewAssetDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = clientGone(reply);
  return receiveFile(deps.outbound, request, ({ name, fingerprint, withFile }) => {
    const run = async (receipt: Receipt | null): Promise<Answer> => {
      const commit = async (tx: Tx, asset: AssetRow) => receipt?.keep(tx, created(asset));
      const add = (path: string) => addAsset(deps, callerOf(request), { path, name }, { signal, commit });
      return created(await withFile(signal, add));
    };
    return deps.idempotency.answerOnce(request, reply, run, fingerprint);
  });
}

function created(asset: AssetRow): Answer {
  return { status: 201, headers: { location: `/api/v1/assets/${asset.id}` }, body: viewOf(asset) };
}
