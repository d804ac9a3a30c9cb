/** Two people talk. Ten lines are about a minute. */
export type Said = { who: 0 | 1; text: string };

export type Dialogue = { language: 'en' | 'es'; voices: readonly [string, string]; lines: readonly Said[] };

const VOICES: Record<'en' | 'es', Dialogue['voices']> = {
  en: ['af_heart', 'am_michael'],
  es: ['ef_dora', 'em_alex'],
};

export function dialogueOf(language: 'en' | 'es', about: string): Dialogue {
  const lines = DIALOGUES[about]?.[language];
  if (!lines) throw new Error(`--about is one of ${Object.keys(DIALOGUES).join(', ')}`);
  return { language, voices: VOICES[language], lines };
}

/** `river` takes three minutes and a little more, and says nothing twice. */
const DIALOGUES: Record<string, Record<'en' | 'es', readonly Said[]>> = {
  river: {
    en: [
      { who: 0, text: 'Good morning, and welcome to our programme about the city and the river.' },
      { who: 1, text: 'Thank you. I have lived beside this river for more than thirty years.' },
      { who: 0, text: 'What did the city look like when you were a child?' },
      { who: 1, text: 'There were no tall buildings. The market was small, and everybody knew each other.' },
      { who: 0, text: 'And today many people come here to work.' },
      { who: 1, text: 'Yes. The new bridge changed everything. Now the journey takes only ten minutes.' },
      { who: 0, text: 'Is there something that you miss?' },
      {
        who: 1,
        text: 'I miss the quiet evenings. In summer we sat in front of the house and talked until midnight.',
      },
      { who: 0, text: 'Tomorrow the old library opens again. Will you be there?' },
      { who: 1, text: 'Of course. My mother worked in that library, and I learned to read in it.' },
      { who: 0, text: 'How many books does the library have?' },
      { who: 1, text: 'It has more than twenty thousand books, and half of them are very old.' },
      { who: 0, text: 'Can everybody go in, or only the students?' },
      { who: 1, text: 'The door is open for everybody. Children can come every day after school.' },
      { who: 0, text: 'Let us talk about the river. Is the water clean today?' },
      {
        who: 1,
        text: 'Much cleaner than before. In the spring we saw fish near the bridge for the first time.',
      },
      { who: 0, text: 'Who cleaned it?' },
      {
        who: 1,
        text: 'Two hundred neighbours worked every Saturday for three years. My brother brought his small boat.',
      },
      { who: 0, text: 'That is a good story. What did they find in the water?' },
      { who: 1, text: 'They found bicycles, chairs, an old clock and the door of a train.' },
      { who: 0, text: 'And where is the clock now?' },
      { who: 1, text: 'It hangs in the café beside the station, and it still works.' },
      { who: 0, text: 'Many listeners write that the rent is too high in the centre.' },
      { who: 1, text: 'They are right. My daughter looked for a flat for eight months.' },
      { who: 0, text: 'What can the city do about it?' },
      { who: 1, text: 'It must build houses in the north, near the hospital, where there is free land.' },
      { who: 0, text: 'The mayor says that there is no money for it.' },
      {
        who: 1,
        text: 'There was money for the stadium. I think that a house is more important than a game.',
      },
      { who: 0, text: 'We have only a few minutes. What is your favourite place in the city?' },
      {
        who: 1,
        text: 'The garden behind the church. In October the trees are red, and nobody is in a hurry.',
      },
      { who: 0, text: 'And what do you want to tell our young listeners?' },
      { who: 1, text: 'Walk slowly, look up, and speak with the old people before their stories are lost.' },
      { who: 0, text: 'Thank you very much for your visit this morning.' },
      { who: 1, text: 'It was a pleasure. Next time I will bring photographs of the old market.' },
      { who: 0, text: 'After the music we will hear the news and the weather.' },
      { who: 1, text: 'I hope that the weather is good, because I came here on foot.' },
    ],
    es: [
      { who: 0, text: 'Buenos días y bienvenidos a nuestro programa sobre la ciudad y el río.' },
      { who: 1, text: 'Muchas gracias. Vivo al lado de este río desde hace más de treinta años.' },
      { who: 0, text: '¿Cómo era la ciudad cuando usted era niño?' },
      { who: 1, text: 'No había edificios altos. El mercado era pequeño y todos nos conocíamos.' },
      { who: 0, text: 'Y hoy mucha gente viene aquí para trabajar.' },
      { who: 1, text: 'Sí. El puente nuevo cambió todo. Ahora el viaje dura solo diez minutos.' },
      { who: 0, text: '¿Hay algo que usted echa de menos?' },
      {
        who: 1,
        text: 'Las noches tranquilas. En verano nos sentábamos delante de la casa y hablábamos hasta medianoche.',
      },
      { who: 0, text: 'Mañana abre otra vez la vieja biblioteca. ¿Va a estar usted allí?' },
      { who: 1, text: 'Por supuesto. Mi madre trabajaba en esa biblioteca, y allí aprendí a leer.' },
      { who: 0, text: '¿Cuántos libros tiene la biblioteca?' },
      { who: 1, text: 'Tiene más de veinte mil libros, y la mitad de ellos son muy antiguos.' },
      { who: 0, text: '¿Puede entrar todo el mundo o solo los estudiantes?' },
      {
        who: 1,
        text: 'La puerta está abierta para todos. Los niños pueden venir cada día después de la escuela.',
      },
      { who: 0, text: 'Hablemos del río. ¿Está limpia el agua hoy?' },
      {
        who: 1,
        text: 'Mucho más limpia que antes. En primavera vimos peces cerca del puente por primera vez.',
      },
      { who: 0, text: '¿Quién lo limpió?' },
      {
        who: 1,
        text: 'Doscientos vecinos trabajaron cada sábado durante tres años. Mi hermano trajo su barco pequeño.',
      },
      { who: 0, text: 'Es una buena historia. ¿Qué encontraron en el agua?' },
      { who: 1, text: 'Encontraron bicicletas, sillas, un reloj viejo y la puerta de un tren.' },
      { who: 0, text: '¿Y dónde está el reloj ahora?' },
      { who: 1, text: 'Está en el café al lado de la estación, y todavía funciona.' },
      { who: 0, text: 'Muchos oyentes escriben que el alquiler es demasiado alto en el centro.' },
      { who: 1, text: 'Tienen razón. Mi hija buscó un piso durante ocho meses.' },
      { who: 0, text: '¿Qué puede hacer la ciudad?' },
      { who: 1, text: 'Tiene que construir casas en el norte, cerca del hospital, donde hay terreno libre.' },
      { who: 0, text: 'El alcalde dice que no hay dinero para eso.' },
      { who: 1, text: 'Había dinero para el estadio. Creo que una casa es más importante que un partido.' },
      { who: 0, text: 'Nos quedan pocos minutos. ¿Cuál es su lugar favorito de la ciudad?' },
      {
        who: 1,
        text: 'El jardín detrás de la iglesia. En octubre los árboles son rojos y nadie tiene prisa.',
      },
      { who: 0, text: '¿Y qué quiere decir a nuestros oyentes jóvenes?' },
      {
        who: 1,
        text: 'Caminen despacio, miren hacia arriba y hablen con los mayores antes de que se pierdan sus historias.',
      },
      { who: 0, text: 'Muchas gracias por su visita esta mañana.' },
      { who: 1, text: 'Ha sido un placer. La próxima vez voy a traer fotografías del mercado viejo.' },
      { who: 0, text: 'Después de la música vamos a escuchar las noticias y el tiempo.' },
      { who: 1, text: 'Espero que haga buen tiempo, porque he venido a pie.' },
    ],
  },
  station: {
    en: [
      { who: 1, text: 'Excuse me, does the train to the coast leave from this platform?' },
      { who: 0, text: 'No, it leaves from platform four. You still have twenty minutes.' },
      { who: 1, text: 'That is good. I want to buy a coffee and a newspaper first.' },
      { who: 0, text: 'The shop is next to the stairs. The coffee is cheap, but it is not very hot.' },
      { who: 1, text: 'Are you also travelling to the coast this weekend?' },
      { who: 0, text: 'Yes, my brother has a small boat. On Saturday we go fishing with his children.' },
      { who: 1, text: 'The weather forecast says that it will rain on Sunday.' },
      { who: 0, text: 'Then we will stay at home and cook. My brother makes an excellent soup.' },
      { who: 1, text: 'I must call my wife. She forgot her keys and cannot open the door.' },
      { who: 0, text: 'Do not worry. The train is always late, so you have enough time.' },
    ],
    es: [
      { who: 1, text: 'Perdone, ¿el tren a la costa sale de este andén?' },
      { who: 0, text: 'No, sale del andén cuatro. Todavía tiene veinte minutos.' },
      { who: 1, text: 'Muy bien. Primero quiero comprar un café y un periódico.' },
      { who: 0, text: 'La tienda está junto a la escalera. El café es barato, pero no está muy caliente.' },
      { who: 1, text: '¿Usted también viaja a la costa este fin de semana?' },
      { who: 0, text: 'Sí, mi hermano tiene un barco pequeño. El sábado vamos a pescar con sus hijos.' },
      { who: 1, text: 'El pronóstico dice que el domingo va a llover.' },
      { who: 0, text: 'Entonces nos quedamos en casa y cocinamos. Mi hermano hace una sopa excelente.' },
      { who: 1, text: 'Tengo que llamar a mi mujer. Olvidó sus llaves y no puede abrir la puerta.' },
      { who: 0, text: 'No se preocupe. El tren siempre llega tarde, así que tiene tiempo.' },
    ],
  },
};
