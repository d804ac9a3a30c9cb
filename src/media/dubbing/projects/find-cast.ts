/** Speakers of the account's other dubs who sound like a speaker of this one, by the id of that speaker. */
export type Suggestions = ReadonlyMap<
  string,
  { dub_id: string; speaker_id: string; name: string; similarity: number }[]
>;
