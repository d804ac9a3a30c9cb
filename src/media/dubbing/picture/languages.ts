/** MP4 names languages by the three letters of ISO 639-2/T. These are the languages that recognition knows. */
const THREE_LETTERS = new Map(
  (
    'af afr,am amh,ar ara,as asm,az aze,ba bak,be bel,bg bul,bn ben,bo bod,br bre,bs bos,ca cat,cs ces,cy cym,da dan,' +
    'de deu,el ell,en eng,es spa,et est,eu eus,fa fas,fi fin,fo fao,fr fra,ga gle,gl glg,gu guj,ha hau,he heb,hi hin,' +
    'hr hrv,ht hat,hu hun,hy hye,id ind,is isl,it ita,ja jpn,jv jav,jw jav,ka kat,kk kaz,km khm,kn kan,ko kor,la lat,' +
    'lb ltz,ln lin,lo lao,lt lit,lv lav,mg mlg,mi mri,mk mkd,ml mal,mn mon,mr mar,ms msa,mt mlt,my mya,nb nob,ne nep,' +
    'nl nld,nn nno,no nor,oc oci,pa pan,pl pol,ps pus,pt por,ro ron,ru rus,sa san,sd snd,si sin,sk slk,sl slv,sn sna,' +
    'so som,sq sqi,sr srp,su sun,sv swe,sw swa,ta tam,te tel,tg tgk,th tha,tk tuk,tl tgl,tr tur,tt tat,uk ukr,ur urd,' +
    'uz uzb,vi vie,yi yid,yo yor,yue yue,zh zho'
  )
    .split(',')
    .map((pair): [string, string] => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']),
);

const UNDETERMINED = 'und';

/** `pt-BR` and `pt` are `por`. */
export function threeLetterCode(language: string | null): string {
  const [base = ''] = (language ?? '').toLowerCase().split(/[-_]/u);
  return THREE_LETTERS.get(base) ?? (/^[a-z]{3}$/u.test(base) ? base : UNDETERMINED);
}

/** Returns the name that its speakers give the language, such as `español`. */
export function ownName(language: string | null): string | null {
  if (language === null) return null;
  try {
    const code = language.replace('_', '-');
    return new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code) ?? null;
  } catch (error) {
    // `Intl` throws this if the code is no language tag.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
