import { type Db, sql } from '../../src/platform/database/index.ts';
import type { Admin, Customer } from '../../tests/support/customer.ts';
import { sound } from '../../tests/support/media-files.ts';
import { postForm } from '../../tests/support/post-form.ts';
import { giveVoice } from '../../tests/support/ready-voice.ts';
import type { TestService } from '../../tests/support/test-service.ts';

export type FuzzedVoices = {
  /** Ids for an operation. One that deletes or takes down gets its own, so that the others still find theirs. */
  idsFor(method: string, path: string): string[] | null;
  /** Deletes the voices that requests have made, so that the next ones find a free slot. */
  freeSlots(): Promise<void>;
};

/** Voices of the customer, and listings of another seller that the customer has licensed and used. */
export async function openVoices(
  service: TestService,
  customer: Customer,
  seller: Customer,
  admin: Admin,
): Promise<FuzzedVoices> {
  const { db } = service;
  const form = { samples: sound(6), consent: 'true' };
  const cloned = (await postForm(customer, '/api/voices/clone', form)).json<{ voice_id: string }>().voice_id;
  const published = await giveVoice(service, customer);
  const deleted = await giveVoice(service, customer);
  const design = await giveVoice(service, customer, { source: 'design' });
  const deletedDesign = await giveVoice(service, customer, { source: 'design' });
  await admin.setPlan(seller, 'creator');
  const [listing = '', doomed = ''] = [await list(service, seller), await list(service, seller)];
  await customer.byKey('POST', `/api/v1/voices/community/${listing}`);
  await customer.speak({ voice_id: listing });
  const identity = { legal_name: 'Ada', country: 'GB', document_id: 'P1' };
  await seller.byKey('POST', '/api/v1/seller/verification', identity);
  const verifications = await admin.call('GET', '/api/admin/seller-verifications');
  const [verification] = verifications.json<{ verifications: { id: string }[] }>().verifications;
  await customer.byKey('POST', `/api/v1/voices/community/${listing}/report`, { reason: 'other' });
  const reported = await admin.call('GET', '/api/admin/listing-reports');
  const [report] = reported.json<{ reports: { id: string }[] }>().reports;
  const kept = [cloned, published, deleted, design, deletedDesign];

  return {
    idsFor(method, path) {
      if (path.includes('/clone/{id}/publish')) return [published];
      if (path.includes('/clone/{id}')) return method === 'DELETE' ? [deleted] : [cloned];
      if (path.includes('/design/{id}')) return method === 'DELETE' ? [deletedDesign] : [design];
      if (path.includes('/remix')) return [cloned];
      if (path.includes('/takedown')) return [doomed];
      if (path.includes('/community/{id}') || path.includes('/listings/{id}')) return [listing];
      if (path.includes('/listing-reports/')) return [report?.id ?? ''];
      if (path.includes('/seller-verifications/')) return [verification?.id ?? ''];
      return null;
    },
    freeSlots: () => deleteOthers(db, customer.accountId, kept),
  };
}

async function list(service: TestService, seller: Customer): Promise<string> {
  const clone = await giveVoice(service, seller);
  const offer = { title: 'Narrator', consent: true };
  return (await seller.byKey('POST', `/api/voices/clone/${clone}/publish`, offer)).json<{
    voice_id: string;
  }>().voice_id;
}

async function deleteOthers(db: Db, accountId: string, kept: readonly string[]): Promise<void> {
  await sql`
    WITH others AS (
      SELECT id FROM voices
      WHERE account_id = ${accountId}::uuid AND id <> ALL (${[...kept]}::uuid[]) AND status <> 'queued'
    ), samples AS (DELETE FROM voice_samples WHERE voice_id IN (SELECT id FROM others))
    DELETE FROM voices WHERE id IN (SELECT id FROM others)
  `.execute(db);
}
