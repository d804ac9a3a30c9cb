/** Spoken while a voice is fitted, one with each step: sentences of about two seconds with all kinds of sounds. */
export const FITTING_SENTENCES = [
  // The birch canoe slid on the smooth planks.
  'ðə bˈɜɹʧ kənˈu slˈɪd ɔnðə smˈuð plˈæŋks.',
  // A large size in stockings is hard to sell.
  'ə lˈɑɹʤ sˈIz ɪn stˈɑkɪŋz ɪz hˈɑɹd tə sˈɛl.',
  // The boy was there when the sun rose again.
  'ðə bˈY wʌz ðɛɹ wɛn ðə sˈʌn ɹˈOz əɡˈɛn.',
] as const;
