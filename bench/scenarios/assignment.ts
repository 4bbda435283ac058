/** Assignments, each on disk before its answer leaves. */
import type { Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { assignmentQuestions } from '../support/questions.js';
import { versus } from '../support/versus.js';

export function benchAssignment(plan: Plan): Promise<Section> {
  return versus(plan, { what: 'assignment, durable', questions: () => assignmentQuestions() });
}
