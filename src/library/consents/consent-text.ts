export type ConsentPurpose = 'clone' | 'publish' | 'dub' | 'face';

/** A text in force. Change the version with the text: every record keeps the text that was agreed to. */
export type ConsentText = { version: string; text: string };

export const CONSENT = {
  version: '2026-11-16',
  text: [
    'I confirm that the recordings I upload are of my own voice, or of the voice of a person who has given me explicit, informed permission to clone it, and that I can show this permission on request.',
    'I have the right to use the recordings for this purpose.',
    'I agree that a synthetic voice is made from them, and that it speaks the texts that I, or those I license it to, provide.',
    'I will not use the voice to deceive, to impersonate anybody without permission, to harass, to commit fraud or to break the law, and I will say that the speech is synthetic wherever the law requires it.',
    'I understand that I can delete the voice and the recordings at any time, that this record of my consent is kept afterwards as evidence, with hashes of the recordings but without the recordings, and that the service removes a voice when the person it belongs to withdraws permission.',
  ].join(' '),
};

const PUBLISH_CONSENT = {
  version: '2026-11-16',
  text: 'I may offer this voice to other customers of this service: it is my own, or its speaker has agreed that others use it, for the price and the licence of the listing.',
};

export const FACE_CONSENT = {
  version: '2026-11-18',
  text: [
    'I confirm that the picture or clip I upload shows no real person, or my own face, or the face of a person who has given me explicit, informed permission to make a film in which they seem to say the words that I provide, and that I can show this permission on request.',
    'I have the right to use the picture or clip for this purpose.',
    'I will not use the film to deceive, to impersonate anybody without permission, to harass, to commit fraud or to break the law, and I will say that the film is synthetic wherever the law requires it.',
    'I understand that this record of my consent is kept as evidence, also after the film was deleted, with a hash of the picture or clip but without it.',
  ].join(' '),
};

/** The voices of a dub are clones. */
export const CONSENT_TEXTS: Record<ConsentPurpose, ConsentText> = {
  clone: CONSENT,
  publish: PUBLISH_CONSENT,
  dub: CONSENT,
  face: FACE_CONSENT,
};
