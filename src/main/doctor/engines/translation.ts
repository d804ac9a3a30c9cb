import { findApertiumModes } from '../../../../engines/translation/index.ts';
import { type Check, good, reasonOf, warning } from '../check.ts';

export const translation: Check = {
  id: 'translation',
  async run({ config }) {
    const model = config.languageModel ? ' LLM_BASE_URL translates between any two languages.' : '';
    try {
      const modes = await findApertiumModes();
      if (modes.length > 0) return [good(`Apertium translates ${modes.length} pairs of languages.${model}`)];
    } catch (error) {
      const remedy = 'Install it again: ./run languages en-es, or remove it.';
      return [
        warning(`Apertium does not list its languages (${reasonOf(error)}), so it is not used.`, remedy),
      ];
    }
    return [good(model.trim() || 'Dubs go into English only. ./run languages en-es adds a pair.')];
  },
};
