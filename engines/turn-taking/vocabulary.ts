/** The words of a language that say whether somebody goes on. Lower case; phrases are joined by "_". */
export type Vocabulary = {
  /** A sentence does not end in these: conjunctions, articles, prepositions, auxiliaries. */
  hanging: ReadonlySet<string>;
  /** A clause that begins with one of these needs another. */
  openers: ReadonlySet<string>;
  fillers: ReadonlySet<string>;
  /** Signs of listening. */
  backChannels: ReadonlySet<string>;
  /** These are complete turns by themselves. */
  answers: ReadonlySet<string>;
  /** Words for digits, and what is said between them. */
  digits: ReadonlySet<string>;
  /** Words after which digits or letters are dictated. */
  dictated: ReadonlySet<string>;
  /** The language is written without spaces, so words are looked for at the end of the text. */
  unspaced?: boolean;
};

type Lists = Record<Exclude<keyof Vocabulary, 'unspaced'>, string>;

function vocabulary(lists: Lists, unspaced = false): Vocabulary {
  const set = (words: string): Set<string> => new Set(words.split(/\s+/u).filter((word) => word !== ''));
  return {
    hanging: set(lists.hanging),
    openers: set(lists.openers),
    fillers: set(lists.fillers),
    backChannels: set(lists.backChannels),
    answers: set(lists.answers),
    digits: set(lists.digits),
    dictated: set(lists.dictated),
    unspaced,
  };
}

const ENGLISH = vocabulary({
  hanging: `and or but nor so because cause since unless until although though while whereas if whether that than as
    the a an my your his her its our their this these those some any every each
    of to in on at by for from with without about into onto over under between through during before after against
    toward towards like per via
    is are was were be been being am i'm you're he's she's it's we're they're i've we've you've they've i'd i'll we'll
    has have had will would can could should may might must do does did don't doesn't didn't can't won't
    i we they he she who whose which what where when why how
    very really just also maybe probably called named not want wanted wants need needs`,
  openers: 'if when whenever while because since although though unless until once after before as',
  fillers:
    'um uh er erm uhm umm uhh ums umms uhs ah eh hmm hm mm well like so basically actually you_know i_mean let_me_see let_me_think',
  backChannels: `mhm mm-hmm mmhmm mm-hm mm hmm hm uh-huh uhuh huh aha ah oh yeah yep yup yes ok okay right sure alright
    all_right i_see got_it gotcha true exactly indeed absolutely good great cool nice fine wow really of_course
    makes_sense go_on oh_okay uh_huh mm_hmm m-hm uh-hm um-hum umm-hmm uh-hum`,
  answers: `yes no yeah yep nope nah ok okay sure correct right wrong thanks thank_you please hello hi hey goodbye bye
    exactly absolutely definitely maybe stop wait none nothing never always today tomorrow now later sorry what why who
    where when how hold_on excuse_me help cancel repeat again`,
  digits: `zero oh one two too three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred double triple dash
    hyphen underscore dot slash plus star pound alpha bravo charlie delta`,
  dictated:
    'number code digits zip postcode postal phone cell mobile card pin account order reference spelled spell spelling email',
});

const SPANISH = vocabulary({
  hanging: `y e o u pero ni que porque aunque si cuando como mientras pues el la los las un una unos unas mi tu su mis
    tus sus nuestro nuestra este esta estos estas ese esa de del a al en con sin por para sobre entre hasta desde
    hacia según es son era está están estoy soy he ha han había voy va muy más quiero necesito yo se me te le lo nos`,
  openers: 'si cuando aunque porque mientras como',
  fillers: 'eh em este pues bueno mmm hmm o_sea a_ver digamos',
  backChannels:
    'ajá ajam mhm mm sí claro vale ya bueno ok okay exacto entiendo de_acuerdo bien perfecto ah oh por_supuesto',
  answers:
    'sí no claro vale gracias hola adiós bueno ok perfecto exacto correcto nada nunca hoy mañana espera para alto qué cómo perdón',
  digits:
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien guion punto arroba doble',
  dictated:
    'número numero código codigo teléfono telefono móvil tarjeta cuenta pedido referencia postal correo deletrear',
});

const FRENCH = vocabulary({
  hanging: `et ou mais donc or ni car que qu' parce puisque quoique si quand comme lorsque le la les l' un une des du de
    d' au aux mon ma mes ton ta tes son sa ses notre votre leur ce cet cette ces à en dans sur sous avec sans pour par
    chez vers entre est sont était suis es ai as a ont avait vais va veux voudrais je j' tu il elle on nous vous ils
    elles ne n' se s' me m' te t' très plus c'est`,
  openers: 'si quand comme lorsque puisque quoique parce',
  fillers: 'euh heu ben bah bon alors genre hum hmm enfin du_coup tu_vois en_fait voyons',
  backChannels: `mhm mm hum oui ouais ok okay d'accord voilà ah oh bien exact exactement je_vois bien_sûr entendu super
    parfait tout_à_fait`,
  answers: `oui non ouais si merci bonjour salut d'accord ok voilà exactement parfait rien jamais demain aujourd'hui attends attendez stop pardon quoi comment`,
  digits:
    'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante cent tiret point arobase double',
  dictated: 'numéro code téléphone portable carte compte commande référence postal épeler mail',
});

const ITALIAN = vocabulary({
  hanging: `e ed o ma però né che perché sebbene se quando come mentre il lo la i gli le l' un uno una mio mia tuo tua suo
    sua nostro vostro loro questo questa di del dello della dei delle a al alla ai in nel nella con su sul per tra fra
    da dal dalla senza è sono era sto ho hai ha hanno vado voglio vorrei io mi ti si ci vi non molto più`,
  openers: 'se quando mentre poiché siccome anche_se',
  fillers: 'ehm eh mmm hmm allora cioè beh insomma diciamo vediamo',
  backChannels: `mhm mm sì già ok okay certo esatto ah oh bene capisco va_bene d'accordo perfetto giusto ho_capito`,
  answers:
    'sì no certo grazie ciao ok bene esatto perfetto niente mai oggi domani aspetta aspetti basta scusa cosa come',
  digits:
    'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento trattino punto chiocciola doppia',
  dictated: 'numero codice telefono cellulare carta conto ordine riferimento cap email',
});

const PORTUGUESE = vocabulary({
  hanging: `e ou mas nem que porque embora se quando como enquanto o a os as um uma uns umas meu minha seu sua nosso este
    esta esse essa de do da dos das em no na nos nas com sem por pelo pela para pra sobre entre até desde é são era
    estou está tenho tem vou vai quero preciso eu não muito mais me te`,
  openers: 'se quando embora porque enquanto como',
  fillers: 'é eh hum hmm tipo então bom né quer_dizer deixa_eu_ver',
  backChannels:
    'aham uhum mhm mm sim tá ok okay certo claro isso ah oh entendi tá_bom com_certeza beleza perfeito',
  answers:
    'sim não claro obrigado obrigada oi olá tchau ok tá certo isso perfeito nada nunca hoje amanhã espera pare desculpa quê como',
  digits:
    'zero um dois três quatro cinco seis meia sete oito nove dez onze doze vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem hífen traço ponto arroba',
  dictated: 'número código telefone celular cartão conta pedido referência cep email soletrar',
});

const GERMAN = vocabulary({
  hanging: `und oder aber denn sondern weil dass da wenn ob obwohl als während bis der die das den dem des ein eine einen
    einem einer mein meine dein sein ihr unser dieser diese dieses von zu zum zur in im an am auf bei mit nach aus für
    über unter ohne um durch gegen vor ist sind war bin habe hat haben hatte wird werde kann möchte muss will ich wir
    er sie es sehr mehr nicht`,
  openers: 'wenn weil obwohl als während falls da nachdem bevor',
  fillers: 'äh ähm öh hm hmm also naja tja sozusagen quasi mal_sehen',
  backChannels:
    'mhm mm hm aha ja jaja ok okay genau stimmt klar gut richtig ach ah oh verstehe alles_klar na_klar super',
  answers:
    'ja nein doch klar danke hallo tschüss ok genau stimmt gut nichts nie heute morgen bitte warte warten halt stopp moment was wie entschuldigung',
  digits:
    'null eins ein zwei zwo drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert strich punkt minus doppel',
  dictated:
    'nummer code telefonnummer handynummer postleitzahl karte konto bestellnummer referenz buchstabieren email',
});

const HINDI = vocabulary({
  hanging: 'और या लेकिन मगर कि क्योंकि अगर जब तो का की के को से में पर ने मैं हम वह यह मेरा मेरी मेरे एक बहुत',
  openers: 'अगर जब क्योंकि हालांकि',
  fillers: 'अ उम हम्म मतलब तो अच्छा',
  backChannels: 'हाँ हां जी हम्म अच्छा ठीक ओके सही बिल्कुल ठीक_है जी_हाँ जी_हां',
  answers: 'हाँ हां नहीं जी धन्यवाद नमस्ते ठीक ठीक_है ओके रुको रुकिए क्या',
  digits: 'शून्य एक दो तीन चार पाँच पांच छह सात आठ नौ दस डबल',
  dictated: 'नंबर कोड फ़ोन फोन मोबाइल खाता ऑर्डर',
});

const JAPANESE = vocabulary(
  {
    hanging: 'は が を に で と の も へ から まで より けど けれど ので のに たら ば て し とか や',
    openers: 'もし',
    fillers: 'えっと ええと えーと あの あのう その うーん まあ',
    backChannels: 'はい ええ うん うんうん そう そうですね そうですか なるほど へえ ああ 了解 わかりました',
    answers:
      'はい いいえ うん ううん ありがとう ありがとうございます こんにちは お願いします 大丈夫です 待って 待ってください え 何',
    digits:
      'ゼロ れい 零 一 二 三 四 五 六 七 八 九 十 いち に さん よん ご ろく なな はち きゅう の ハイフン',
    dictated: '番号 電話 郵便 コード 口座 注文',
  },
  true,
);

const CHINESE = vocabulary(
  {
    hanging:
      '和 或 或者 但是 可是 因为 所以 如果 虽然 而且 然后 的 在 把 给 跟 对 从 到 是 我 我们 他 她 很 想 要 我想 我要 这个 那个',
    openers: '如果 虽然 因为 当',
    fillers: '嗯 呃 额 那个 这个 就是 怎么说呢',
    backChannels: '嗯 嗯嗯 对 对对 好 好的 是 是的 哦 噢 啊 行 没错 明白 知道了 原来如此',
    answers: '对 不 是 是的 不是 好 好的 可以 不行 没有 谢谢 你好 再见 等等 等一下 停 什么',
    digits: '零 一 二 三 四 五 六 七 八 九 十 幺 两 杠 点',
    dictated: '号码 电话 密码 代码 卡号 账号 订单 邮编 验证码',
  },
  true,
);

const VOCABULARIES: Record<string, Vocabulary> = {
  en: ENGLISH,
  es: SPANISH,
  fr: FRENCH,
  it: ITALIAN,
  pt: PORTUGUESE,
  de: GERMAN,
  hi: HINDI,
  ja: JAPANESE,
  zh: CHINESE,
};

const NONE = vocabulary({
  hanging: '',
  openers: '',
  fillers: '',
  backChannels: 'mhm mm hm hmm ok okay',
  answers: 'ok okay',
  digits: '',
  dictated: '',
});

/** Takes `en`, `en-GB` and so on. Of other languages only punctuation, figures and the sound are judged. */
export function vocabularyOf(language: string): Vocabulary {
  return VOCABULARIES[language.toLowerCase().split(/[-_]/u)[0] ?? ''] ?? NONE;
}
