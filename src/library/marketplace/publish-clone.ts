import { type Caller, isUuid } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { isVisible } from '../assets/index.ts';
import { recordConsent } from '../consents/index.ts';
import { PlanRequired, speakerOf, VoiceNotFound } from '../voices/index.ts';
import {
  InvalidTitle,
  ListingTakenDown,
  PublishConsentRequired,
  SellerVerificationRequired,
  SpokenConsentRequired,
  TooManyTags,
} from './errors.ts';
import { type ListingRow, MAX_TAGS, type Offer, tidyTags } from './listing.ts';
import { notifyPriceChanged } from './notify.ts';
import {
  hasVerifiedConsent,
  lockCharged,
  lockOwnClone,
  selectListing,
  selectListingOf,
  upsertListing,
} from './queries/listings.ts';
import { selectVerification } from './queries/sellers.ts';

export type PublishDeps = { db: Db; clock: Clock; production: boolean };

type Publication = {
  cloneId: string;
  offer: Offer;
  consent: boolean;
  /** The address of the caller, for the consent record. */
  address: string;
};

/** Offers a clone, or changes its listing. The lock on the voice keeps a deletion from leaving a listing behind. */
export async function publishClone(
  { clock, production }: PublishDeps,
  tx: Tx,
  { accountId, plan }: Caller,
  { cloneId, consent, address, ...publication }: Publication,
): Promise<ListingRow> {
  if (!consent) throw new PublishConsentRequired();
  const offer = checkedOffer(publication.offer);
  const isPaid = offer.priceCredits > 0;
  const voice = await requirePublishable(tx, { accountId, plan }, cloneId, isPaid);
  const now = clock.now();
  const previous = await lockCharged(tx, voice.id);
  const id = await upsertListing(tx, {
    ...offer,
    id: uuidv7(now.getTime()),
    voiceId: voice.id,
    accountId,
    language: voice.language,
    status: isPaid && production ? 'pending_review' : 'published',
    now,
  });
  if (id === undefined)
    throw new ListingTakenDown((await selectListingOf(tx, accountId, voice.id))?.reason ?? null);
  await recordConsent({ clock }, tx, {
    accountId,
    purpose: 'publish',
    subject: voice.id,
    address,
    sampleHashes: voice.hashes,
  });
  const listing = await selectListing(tx, accountId, id);
  if (!listing) throw new Error('the listing is gone');
  const { charged_credits: price } = listing;
  if (previous !== undefined && previous !== price)
    await notifyPriceChanged({ tx, clock }, listing, { previous, price });
  return listing;
}

function checkedOffer(given: Offer): Offer {
  if (!isVisible(given.title)) throw new InvalidTitle();
  const offer = { ...given, tags: tidyTags(given.tags) };
  if (offer.tags.length > MAX_TAGS) throw new TooManyTags(MAX_TAGS);
  return offer;
}

async function requirePublishable(
  tx: Tx,
  { accountId, plan }: Pick<Caller, 'accountId' | 'plan'>,
  cloneId: string,
  isPaid: boolean,
) {
  if (isPaid && (await selectVerification(tx, accountId))?.status !== 'verified')
    throw new SellerVerificationRequired();
  const voice = isUuid(cloneId) ? await lockOwnClone(tx, accountId, cloneId) : undefined;
  if (!voice) throw new VoiceNotFound();
  speakerOf(voice);
  if (isPaid && !(await hasVerifiedConsent(tx, voice.id))) throw new SpokenConsentRequired();
  if (planOf(plan).cloning === 'none') throw new PlanRequired('Publishing a voice needs a paid plan.');
  return voice;
}
