import { CHINESE, type Language } from '../../language.ts';

export const mandarin: Language<'zh'> = {
  code: 'zh',
  name: 'Mandarin Chinese',
  aliases: ['cmn'],
  script: CHINESE,
  phonemizer: async (foreign) => (await import('./phonemizer.ts')).createChinese(foreign),
  accent: 'mandarin',
  presets: { kokoro: 'z' },
  previewLine: '你好。这就是我朗读文字时的声音。',
  disclosure: {
    agent: '我是人工智能助手，不是真人。',
    speech: '这段语音由人工智能生成。',
    label: '由人工智能生成',
  },
  matching: {
    steering: ['我们离开了差不多一年，现在回到家了。', '她把蓝色的杯子放在旧桌子上。'],
    scoring: '那个年轻人在市场买了五个橙子和一些新鲜的面包。',
  },
  letterSeconds: 0.069,
  hanSeconds: 0.23,
};
