/** The text in force. Change the version with the text: every record keeps the text that was agreed to. */
export const CONSENT = {
  version: '2026-11-16',
  text: [
    'I confirm that the recordings I upload are of my own voice, or of the voice of a person who has given me explicit, informed permission to clone it, and that I can show this permission on request.',
    'I have the right to use the recordings for this purpose.',
    'I agree that a synthetic voice is made from them, and that it speaks the texts that I, or those I license it to, provide.',
    'I will not use the voice to deceive, to impersonate anybody without permission, to harass, to commit fraud or to break the law, and I will say that the speech is synthetic wherever the law requires it.',
    'I understand that I can delete the voice and the recordings at any time, that this record of my consent is kept afterwards as evidence, with hashes of the recordings but without the recordings, and that the service removes a voice when the person it belongs to withdraws permission.',
  ].join(' '),
} as const;
