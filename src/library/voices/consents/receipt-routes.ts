import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { App } from '../../../http/index.ts';
import type { ReceiptSigner } from '../../consents/index.ts';
import { KeyView, Verdict, VerifyRequest } from './schemas.ts';

const tags = ['Voice consent'];

const open = { auth: 'public', bucket: 'public' } as const;

type ReceiptDeps = { receipts: ReceiptSigner };

/** Anybody can check a consent receipt, without an account. */
export function receiptRoutes(deps: ReceiptDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    publicKeyRoute(app, deps);
    verifyRoute(app, deps);
  };
}

function publicKeyRoute(app: App, deps: ReceiptDeps): void {
  const { receipts } = deps;
  const schema = {
    tags,
    summary: 'Get the key that signs consent receipts',
    description: 'Ed25519. Receipts are JWS (EdDSA) in compact form.',
    response: { 200: KeyView },
  };
  app.get('/api/voices/consent/public-key', { schema, config: open }, async () => receipts.publicKey);
}

function verifyRoute(app: App, deps: ReceiptDeps): void {
  const { receipts } = deps;
  const schema = {
    tags,
    summary: 'Check a consent receipt',
    body: VerifyRequest,
    response: { 200: Verdict },
  };
  app.post('/api/voices/consent/verify', { schema, config: open }, async (request) => {
    const said = receipts.read(request.body.receipt);
    return said ? { valid: true, consent: said } : { valid: false, consent: null };
  });
}
