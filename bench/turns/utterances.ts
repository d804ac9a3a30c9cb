/** `finished` ones end at their last word; the others pause where nobody should answer. `[pause:…]` is silence. */
export type Kind =
  | 'statement'
  | 'question'
  | 'answer'
  | 'unfinished'
  | 'dictation'
  | 'back-channel'
  | 'noise';
export type Utterance = { kind: Kind; text: string };

const of = (kind: Kind, texts: readonly string[]): Utterance[] => texts.map((text) => ({ kind, text }));

export const UTTERANCES: readonly Utterance[] = [
  ...of('statement', [
    'I would like to change my reservation to next Tuesday.',
    'The heating in our office stopped working this morning.',
    'My package has not arrived yet.',
    'I left my umbrella on the train.',
    'We are four people and one of us is vegetarian.',
    'Please send the invoice to my new address.',
    'I think the second option sounds better.',
    'That was not what I ordered.',
  ]),
  ...of('question', [
    'What time do you open tomorrow?',
    'Can you tell me where my order is?',
    'How much does the larger room cost?',
    'Is there parking near the hotel?',
    'Do I need to bring anything with me?',
  ]),
  ...of('answer', ['Yes, please.', 'No, thank you.', 'Tomorrow afternoon.']),
  ...of('unfinished', [
    'I would like to book a table for [pause:0.9s] four people on Friday evening.',
    'We drove to the station and [pause:1.2s] then the train was late.',
    'If the weather is good on Sunday [pause:0.8s] we will have dinner in the garden.',
    'My flight was cancelled because [pause:1s] there was too much snow.',
    'I need, um, [pause:1.2s] a new password for my account.',
    'Could you please check the [pause:0.9s] status of my refund?',
    'The problem is that [pause:1s] the door does not close anymore.',
    'I wanted to ask about, [pause:0.8s] the price of the monthly ticket.',
  ]),
  ...of('dictation', [
    'My number is five five five, [pause:0.9s] zero one two, [pause:0.9s] nine eight seven six.',
    'The code is four seven, [pause:1.1s] three one nine.',
    'My order number is eight two, [pause:1s] six six, [pause:1s] five.',
    'It is spelled M, A, [pause:0.9s] R, T, [pause:0.9s] A.',
  ]),
  ...of('back-channel', ['Mm-hmm.', 'Uh-huh.', 'Okay.', 'Right, I see.']),
  ...of('noise', ['a door slams', 'rain on a window', 'glass breaking']),
];
