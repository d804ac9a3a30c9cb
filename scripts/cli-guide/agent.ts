/** The agent that the guide talks to. */
export const ANNA = {
  name: 'Anna',
  voice_id: 'af_heart',
  first_message: 'Hello, how can I help?',
  flow: {
    start: 'open',
    otherwise: 'Sorry, could you say that again?',
    states: {
      open: {
        rules: [
          {
            when: ['table for {people:number}'],
            say: 'A table for {people}. Under which name?',
            go: 'name',
          },
        ],
      },
      name: { rules: [{ when: ['[my name is] {name}'], say: 'Thank you, {name}. Goodbye.', end: true }] },
    },
  },
};

export const CHECKS = { turns: [{ say: 'a table for two', expect: { contains: ['which name'] } }] };
