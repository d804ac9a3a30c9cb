import { DEVANAGARI, type Language } from '../../language.ts';

export const hindi: Language<'hi'> = {
  code: 'hi',
  name: 'Hindi',
  script: DEVANAGARI,
  accent: 'hindi',
  presets: { kokoro: 'h' },
  previewLine: 'नमस्ते। आपके शब्द पढ़ते समय मेरी आवाज़ ऐसी सुनाई देती है।',
  disclosure: {
    agent: 'मैं एक एआई सहायक हूँ, इंसान नहीं।',
    speech: 'यह आवाज़ कंप्यूटर से बनाई गई है।',
    label: 'एआई से निर्मित',
  },
  matching: {
    steering: ['हम लगभग एक साल बाहर रहे और अब घर आ गए हैं।', 'उसने नीला प्याला पुरानी मेज़ पर रख दिया।'],
    scoring: 'लड़के ने बाज़ार से पाँच संतरे और ताज़ी रोटी खरीदी।',
  },
  letterSeconds: 0.153,
};
