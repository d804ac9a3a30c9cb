export type RelyingParty = { id: string; origin: string };

/** Browsers make and use passkeys for one host only: the one at which the public reaches the service. */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}
