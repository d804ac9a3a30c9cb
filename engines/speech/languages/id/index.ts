import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const indonesian: Language<'id'> = {
  code: 'id',
  name: 'Indonesian',
  aliases: ['in'],
  script: LATIN,
  // The detector does not know Indonesian. Malay is the nearest.
  detectedAs: 'ms',
  reader: grammarReader(grammar),
  sounds: { symbols: {} },
  accent: 'indonesian',
  presets: {
    woman: { name: 'putri', recipe: { ef_dora: 0.7, hf_beta: 0.3 } },
    man: { name: 'budi', recipe: { em_alex: 0.7, hm_psi: 0.3 } },
  },
  previewLine: 'Halo. Seperti inilah suara saya saat membacakan kata-kata Anda.',
  disclosure: {
    agent: 'Saya adalah kecerdasan buatan, bukan manusia.',
    speech: 'Suara ini dibuat oleh komputer.',
    label: 'Dibuat dengan AI',
  },
  matching: {
    steering: [
      'Kami pergi hampir setahun, dan sekarang kami sudah di rumah.',
      'Dia menaruh cangkir biru itu di atas meja dapur tua.',
    ],
    scoring: 'Pemuda itu membeli lima jeruk dan roti segar di pasar.',
  },
  letterSeconds: 0.067,
};
