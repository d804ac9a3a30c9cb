import { fold } from '../words.ts';

/** Words that are in every document and say nothing about any, of the languages that agents hear. */
const LISTS: Record<string, string> = {
  en: `a an the and or but if of to in on at by for from with about as is are was were be been am do does did have has had can
    could will would should may i you he she it we they me him her us them my your his its our their this that these those
    there what which who how when where why please tell know`,
  de: `der die das den dem des ein eine einen einem einer und oder aber wenn von zu zum zur in im an am auf bei für mit aus nach
    ist sind war waren bin bist sein hat habe haben kann können wird werden ich du er sie es wir ihr mich dich mir dir uns euch
    mein dein ihre unser dieser diese dieses was wer wie wo wann warum welche welcher bitte`,
  es: `el la los las un una unos unas y o pero si de del a al en con por para sobre es son era soy está están ser estar hay ha he
    puede puedo yo tú usted él ella nosotros ellos me te se lo le nos mi tu su este esta estos estas eso que qué quién cómo
    cuándo dónde cuál favor`,
  fr: `le la les l un une des et ou mais si de du d à au aux en dans sur avec pour par est sont était suis es être a ai as ont
    avoir peut peux je tu il elle on nous vous ils elles me te se mon ton son notre votre leur ce cet cette ces que qui quoi
    quel quelle comment quand où pourquoi`,
  it: `il lo la i gli le un uno una e o ma se di del della dei delle a al alla in nel nella con per da dal su è sono era essere ha
    ho hai può posso io tu lui lei noi voi loro mi ti si ci mio tuo suo questo questa questi che chi cosa come quando dove
    perché quale`,
  pt: `o a os as um uma uns umas e ou mas se de do da dos das em no na nos nas com por para é são era estou está ser estar há tem
    tenho pode posso eu tu você ele ela nós eles me te lhe meu teu seu este esta isso que quem como quando onde porquê qual`,
  hi: `का के की को से में पर और या लेकिन है हैं था थे थी हो मैं तुम आप वह वे यह ये हम मुझे मेरा आपका क्या कौन कैसे कब कहाँ क्यों जो तो भी`,
  ja: 'の は が を に で と も へ や か ね よ だ です ます',
  zh: '的 了 吗 呢 吧 啊 是 在 和 或 我 你 您 他 她 它 们 这 那 有 也 都 就',
};

const SETS = new Map(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(/\s+/u).map(fold))]),
);
const NONE: ReadonlySet<string> = new Set();

/** Folded, as `wordsOf` gives them. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  return SETS.get(language.split('-')[0] ?? '') ?? NONE;
}
