/** Spoken during fitting, one per step. A dozen, so that the voice is not fitted to their words. About two seconds each. */
export const FITTING_SENTENCES = [
  // The birch canoe slid on the smooth planks.
  'ðə bˈɜɹʧ kənˈu slˈɪd ɔnðə smˈuð plˈæŋks.',
  // A large size in stockings is hard to sell.
  'ə lˈɑɹʤ sˈIz ɪn stˈɑkɪŋz ɪz hˈɑɹd tə sˈɛl.',
  // The boy was there when the sun rose again.
  'ðə bˈY wʌz ðɛɹ wɛn ðə sˈʌn ɹˈOz əɡˈɛn.',
  // Five white geese flew over the quiet harbour.
  'fˈIv wˈIt ɡˈis flˈu ˌOvəɹ ðə kwˈIət hˈɑɹbəɹ.',
  // She chose a warm jacket for the journey north.
  'ʃi ʧˈOz ə wˈɔɹm ʤˈækɪt fəɹðə ʤˈɜɹni nˈɔɹθ.',
  // My cousin painted both of the garden chairs.
  'mI kˈʌzən pˈAntᵻd bˈOθ ʌvðə ɡˈɑɹdən ʧˈɛɹz.',
  // We thought that the vision would vanish by noon.
  'wi θˈɔt ðætðə vˈɪʒən wʊd vˈænɪʃ bI nˈun.',
  // Young people often enjoy the noise of a town.
  'jˈʌŋ pˈipᵊl ˈɔfən ɛnʤˈY ðə nˈYz əvə tˈWn.',
  // Put the cheese and the butter back on the shelf.
  'pˌʊt ðə ʧˈiz ænd ðə bˈʌTəɹ bˈæk ɔnðə ʃˈɛlf.',
  // Her usual path goes up through the beech wood.
  'hɜɹ jˈuʒuᵊl pˈæθ ɡOz ˌʌp θɹu ðə bˈiʧ wˈʊd.',
  // The judge asked which of them had moved the lamp.
  'ðə ʤˈʌʤ ˈæskt wˌɪʧ ʌv ðˌɛm hæd mˈuvd ðə lˈæmp.',
  // He took a good look at the brown leather shoes.
  'hi tˈʊk ə ɡˈʊd lˈʊk æt ðə bɹˈWn lˈɛðəɹ ʃˈuz.',
] as const;
