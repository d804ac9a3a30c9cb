import { Type } from '@sinclair/typebox';
import { defineEvent, type EventDefinition } from '../../work/webhooks/index.ts';

const Text = Type.String();

export const LISTING_UNLISTED = defineEvent('listing.unlisted', 'A voice that you license was unlisted', {
  listing_id: Text,
  voice_id: Text,
  title: Text,
  usable_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Null: the voice was deleted and is no longer usable.',
  }),
});
export const LISTING_TAKEN_DOWN = defineEvent(
  'listing.taken_down',
  'A voice that you sell or license was taken down',
  { listing_id: Text, voice_id: Text, title: Text, reason: Text },
);
export const LISTING_PRICE_CHANGED = defineEvent(
  'listing.price_changed',
  'The price of a voice that you license has changed',
  {
    listing_id: Text,
    voice_id: Text,
    title: Text,
    price_credits: Type.Integer({ description: 'Per use.' }),
    previous_price_credits: Type.Integer(),
  },
);

export const LISTING_EVENTS: readonly EventDefinition[] = [
  LISTING_UNLISTED,
  LISTING_TAKEN_DOWN,
  LISTING_PRICE_CHANGED,
];
