/** Spoken during matching: two to steer by, and one for the score. About three seconds each. */
export type Sentences = { steering: [string, string]; scoring: string };

const ENGLISH: Sentences = {
  steering: [
    'We were away for nearly a year, and now we are home.',
    'She put the blue cup on the old kitchen table.',
  ],
  scoring: 'The young man bought five oranges and some fresh bread at the market.',
};

const OTHERS: Record<string, Sentences> = {
  es: {
    steering: [
      'Vivimos lejos casi un año y ahora estamos en casa.',
      'Ella puso la taza azul sobre la mesa vieja.',
    ],
    scoring: 'El joven compró cinco naranjas y un poco de pan fresco en el mercado.',
  },
  fr: {
    steering: [
      'Nous sommes partis presque un an, et nous voilà chez nous.',
      'Elle a posé la tasse bleue sur la vieille table.',
    ],
    scoring: 'Le jeune homme a acheté cinq oranges et du pain frais au marché.',
  },
  hi: {
    steering: ['हम लगभग एक साल बाहर रहे और अब घर आ गए हैं।', 'उसने नीला प्याला पुरानी मेज़ पर रख दिया।'],
    scoring: 'लड़के ने बाज़ार से पाँच संतरे और ताज़ी रोटी खरीदी।',
  },
  it: {
    steering: [
      'Siamo stati via quasi un anno e ora siamo a casa.',
      'Lei ha messo la tazza blu sul vecchio tavolo.',
    ],
    scoring: 'Il giovane ha comprato cinque arance e del pane fresco al mercato.',
  },
  ja: {
    steering: [
      '私たちは一年ほど留守にして、今家に帰りました。',
      '彼女は青いカップを古い机の上に置きました。',
    ],
    scoring: '若い男の人が市場でみかんを五つと新しいパンを買いました。',
  },
  pt: {
    steering: [
      'Ficamos fora quase um ano e agora estamos em casa.',
      'Ela colocou a xícara azul sobre a mesa velha.',
    ],
    scoring: 'O rapaz comprou cinco laranjas e um pouco de pão fresco no mercado.',
  },
  zh: {
    steering: ['我们离开了差不多一年，现在回到家了。', '她把蓝色的杯子放在旧桌子上。'],
    scoring: '那个年轻人在市场买了五个橙子和一些新鲜的面包。',
  },
  ca: {
    steering: [
      'Vam ser fora gairebé un any i ara ja som a casa.',
      'Ella va posar la tassa blava sobre la taula vella.',
    ],
    scoring: 'El noi va comprar cinc taronges i una mica de pa fresc al mercat.',
  },
  cs: {
    steering: ['Byli jsme pryč skoro rok a teď jsme doma.', 'Položila modrý hrnek na starý kuchyňský stůl.'],
    scoring: 'Mladý muž koupil na trhu pět pomerančů a čerstvý chléb.',
  },
  de: {
    steering: [
      'Wir waren fast ein Jahr lang fort, und jetzt sind wir zu Hause.',
      'Sie stellte die blaue Tasse auf den alten Küchentisch.',
    ],
    scoring: 'Der junge Mann kaufte auf dem Markt fünf Orangen und frisches Brot.',
  },
  fi: {
    steering: [
      'Olimme poissa melkein vuoden, ja nyt olemme kotona.',
      'Hän pani sinisen kupin vanhalle keittiön pöydälle.',
    ],
    scoring: 'Nuori mies osti torilta viisi appelsiinia ja tuoretta leipää.',
  },
  hr: {
    steering: [
      'Bili smo odsutni gotovo godinu dana i sada smo kod kuće.',
      'Stavila je plavu šalicu na stari kuhinjski stol.',
    ],
    scoring: 'Mladić je na tržnici kupio pet naranči i svježi kruh.',
  },
  hu: {
    steering: [
      'Majdnem egy évig voltunk távol, és most itthon vagyunk.',
      'A kék csészét a régi konyhaasztalra tette.',
    ],
    scoring: 'A fiatalember öt narancsot és friss kenyeret vett a piacon.',
  },
  id: {
    steering: [
      'Kami pergi hampir setahun, dan sekarang kami sudah di rumah.',
      'Dia menaruh cangkir biru itu di atas meja dapur tua.',
    ],
    scoring: 'Pemuda itu membeli lima jeruk dan roti segar di pasar.',
  },
  nb: {
    steering: [
      'Vi var borte i nesten et år, og nå er vi hjemme.',
      'Hun satte den blå koppen på det gamle kjøkkenbordet.',
    ],
    scoring: 'Den unge mannen kjøpte fem appelsiner og ferskt brød på torget.',
  },
  nl: {
    steering: [
      'We waren bijna een jaar weg en nu zijn we thuis.',
      'Ze zette het blauwe kopje op de oude keukentafel.',
    ],
    scoring: 'De jonge man kocht vijf sinaasappels en vers brood op de markt.',
  },
  pl: {
    steering: [
      'Nie było nas prawie rok, a teraz jesteśmy w domu.',
      'Postawiła niebieski kubek na starym kuchennym stole.',
    ],
    scoring: 'Młody człowiek kupił na targu pięć pomarańczy i świeży chleb.',
  },
  ro: {
    steering: [
      'Am fost plecați aproape un an, iar acum suntem acasă.',
      'Ea a pus ceașca albastră pe masa veche din bucătărie.',
    ],
    scoring: 'Tânărul a cumpărat de la piață cinci portocale și pâine proaspătă.',
  },
  ru: {
    steering: [
      'Нас не было почти год, а теперь мы дома.',
      'Она поставила синюю чашку на старый кухонный стол.',
    ],
    scoring: 'Молодой человек купил на рынке пять апельсинов и свежий хлеб.',
  },
  sk: {
    steering: ['Boli sme preč skoro rok a teraz sme doma.', 'Položila modrú šálku na starý kuchynský stôl.'],
    scoring: 'Mladý muž kúpil na trhu päť pomarančov a čerstvý chlieb.',
  },
  sv: {
    steering: [
      'Vi var borta i nästan ett år, och nu är vi hemma.',
      'Hon ställde den blå koppen på det gamla köksbordet.',
    ],
    scoring: 'Den unge mannen köpte fem apelsiner och färskt bröd på torget.',
  },
  tr: {
    steering: [
      'Neredeyse bir yıl uzaktaydık ve şimdi evdeyiz.',
      'Mavi fincanı eski mutfak masasının üzerine koydu.',
    ],
    scoring: 'Genç adam pazardan beş portakal ve taze ekmek aldı.',
  },
  uk: {
    steering: [
      'Нас не було майже рік, а тепер ми вдома.',
      'Вона поставила синю чашку на старий кухонний стіл.',
    ],
    scoring: "Молодий чоловік купив на ринку п'ять апельсинів і свіжий хліб.",
  },
};

/** Keyed by the primary language subtag (BCP 47). */
export function sentencesFor(language: string): Sentences {
  return OTHERS[language.split('-')[0] ?? ''] ?? ENGLISH;
}
