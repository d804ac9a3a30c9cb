/** Symbols as the engine sends them, and a voice of the language. */
export const SENTENCES: readonly { voice: string; phonemes: string }[] = [
  // Then make a wrong guess at the next fact; that's science.
  { voice: 'af_heart', phonemes: 'ðˈɛn mˌAk ə ɹˈɔŋ ɡˈɛs æt ðə nˈɛkst fˈækt; ðæts sˈIəns.' },
  // To keep your friends treat them kindly; to kill them, treat them often.
  {
    voice: 'am_adam',
    phonemes: 'tə kˈip jʊɹ fɹˈɛndz tɹˈit ðˌɛm kˈIndli; tə kˈɪl ðˌɛm, tɹˈit ðˌɛm ˈɔfən.',
  },
  // The best way to keep your friends is not to give them away.
  { voice: 'bf_emma', phonemes: 'ðə bˈɛst wˈA tə kˈiːp jɔː fɹˈɛndz ɪz nˌɒt tə ɡˈɪv ðˌɛm əwˈA.' },
  // Familiarity breeds contempt, and children.
  { voice: 'bm_george', phonemes: 'fəmˌɪliˈaɹɪti bɹˈiːdz kəntˈɛmpt— and ʧˈɪldɹən.' },
  // Lo importante no es volar alto, sino hacerlo acompañado.
  { voice: 'ef_dora', phonemes: 'lo ˌimpoɾtˈante nˈo ˈes βolˈaɾ ˈalto, sˈino aθˈeɾlo ˌakompaɲˈaðo.' },
  // Sinon, vous devez vérifier les paramètres VPN que vous avez saisi.
  { voice: 'ff_siwis', phonemes: 'sinˈɔ̃, vu dəvˈe veʁifjˈe le paʁamˈɛtʁ vˌepˌeˈɛn kə vuz avˈe sɛzˈi.' },
  // Capitan Uncino come si chiamava prima di perdere la mano?
  { voice: 'if_sara', phonemes: 'kapˈitan ʊnʧˈino kˌome sɪ kjamˈava prˈima dɪ pˈɛrdere la mˈano?' },
  // 現在の索引または目次を編集します。
  { voice: 'jf_alpha', phonemes: 'ɡenʣai no sakɯiɴ mataβa mokɯʥi o heɴɕɨː ɕimasɨ.' },
  // 东城渐觉风光好，绉波纹迎客棹。
  {
    voice: 'zf_xiaoxiao',
    phonemes: 'tʊ→ŋ ꭧʰə↗ŋ ʨjɛ↘n ʨɥe↗ fə→ŋkwa→ŋ xau↓, ꭧou↘ pwo→wə↗n i↗ŋkʰɤ↘ ꭧau↘.',
  },
];
