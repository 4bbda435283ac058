/** Availability of one partner. */
import type { Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { specificQuestions } from '../support/questions.js';
import { versus } from '../support/versus.js';

export function benchAvailability(plan: Plan): Promise<Section> {
  return versus(plan, { what: 'availability of one partner', questions: ({ url }) => specificQuestions(url) });
}
