import type { AgentSettings } from './agent.ts';

export type Template = {
  id: 'receptionist' | 'support' | 'empty';
  settings: AgentSettings;
  /** The agent knows this from the start. */
  knowledge?: { name: string; text: string };
};

const VOICE = 'af_heart';

/** They speak English, as their voice does. */
export const TEMPLATES: Template[] = [
  {
    id: 'receptionist',
    settings: {
      name: 'Receptionist',
      voice_id: VOICE,
      first_message: 'Good evening, the Harbour Restaurant. What can I do for you?',
      flow: {
        start: 'welcome',
        otherwise: 'Sorry, I did not get that. I can book a table for you, or tell you our opening hours.',
        states: {
          welcome: {
            rules: [
              {
                when: ['(table|book|reserve) * for {people:number}'],
                say: 'A table for {people}.',
                go: 'day',
              },
              { when: ['(table|book|reserve|reservation)'], say: 'With pleasure.', go: 'people' },
            ],
          },
          people: {
            say: 'For how many people?',
            rules: [{ when: ['{people:number}'], say: 'For {people}, very well.', go: 'day' }],
            otherwise: { say: 'How many people will you be?' },
          },
          day: {
            say: 'On which day?',
            rules: [{ when: ['(on|this|next) {day:word}', '{day:word}'], go: 'name' }],
          },
          name: {
            say: 'And under which name?',
            rules: [
              {
                when: ['name is {name}', "(it's|i am|i'm) {name}", '{name}'],
                say: 'Thank you, {name}. A table for {people} on {day}. We look forward to seeing you!',
                end: true,
              },
            ],
          },
        },
        anywhere: [
          {
            when: ['(opening hours|open|closed|hours)'],
            say: 'We are open from noon to eleven, every day but Monday.',
          },
          {
            when: ['(speak|talk) to (a person|somebody|someone|a human)'],
            say: 'One moment, I will put you through.',
            hand_over: true,
          },
          { when: ['(goodbye|bye)'], say: 'Goodbye, have a good evening!', end: true },
        ],
      },
      turn_taking: { idle_prompt: { after_seconds: 8, say: 'Are you still there?' } },
      last_sentence: 'I am sorry, I have to end the call now. Goodbye.',
    },
  },
  {
    id: 'support',
    settings: {
      name: 'Support',
      voice_id: VOICE,
      first_message: 'Hello, this is support. How can I help?',
      system_prompt:
        'You answer the phone for a small shop that sells bicycles. Speak in one or two short sentences, as people do on the phone. Answer only from what you know; when you do not know something, say so and offer to hand over to a colleague.',
      temperature: 0.4,
      turn_taking: {
        idle_prompt: { after_seconds: 10, say: 'Are you still there?' },
        soft_timeout: { after_seconds: 4, say: 'One moment, please.' },
      },
      last_sentence: 'I am sorry, I have to end the call now. Goodbye.',
    },
    knowledge: {
      name: 'Delivery and returns',
      text: 'Delivery takes three to five working days and costs nothing from 100 euros. Below that it costs 6 euros.\n\nA bicycle can be returned within 30 days if it was not ridden outdoors. Accessories can be returned within 14 days in their original packaging. The money is paid back within a week.\n\nThe workshop is open from Tuesday to Saturday, 10 to 18. An inspection costs 69 euros and takes two days.',
    },
  },
  {
    id: 'empty',
    settings: {
      name: 'Agent',
      voice_id: VOICE,
      system_prompt: 'You are a friendly assistant on the phone. Answer in one or two short sentences.',
    },
  },
];
