/** Two people talk for about a minute. Starts are in seconds; every line has room for a translation that is a little longer. */
export type Said = { who: 0 | 1; text: string };

export type Dialogue = { language: 'en' | 'es'; voices: readonly [string, string]; lines: readonly Said[] };

export const DIALOGUES: Record<'en' | 'es', Dialogue> = {
  en: {
    language: 'en',
    voices: ['af_heart', 'am_michael'],
    lines: [
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
    ],
  },
  es: {
    language: 'es',
    voices: ['ef_dora', 'em_alex'],
    lines: [
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
    ],
  },
};
