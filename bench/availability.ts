/** Availability and assignment: how they do on the demo dataset, and what find-all costs over many partners. */
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { generateDataset } from './support/dataset.js';
import { type Figure, median, type Section, type Series, throughputRatios } from './support/figures.js';
import { type Plan, takeTurns } from './support/load.js';
import { ask, assignmentQuestions, findAllQuestions, type Questions, specificQuestions } from './support/questions.js';
import { type Server, startPinrate } from './support/servers.js';

const MANY_PARTNERS = 100;
const MOST_TIMES_SPECIFIC = 5;

export async function benchQuestions(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: join(plan.folder, 'questions') });
  const assignments = assignmentQuestions();
  await assertAssigns(pinrate, assignments);
  const series = await takeTurns([
    { name: 'availability: specific', server: pinrate, questions: await specificQuestions(pinrate.url) },
    { name: 'availability: find-all, demo partners', server: pinrate, questions: findAllQuestions() },
    { name: 'assignment: best match, durable', server: pinrate, questions: assignments },
  ], plan);
  await pinrate.stop();
  return { title: 'availability and assignment', series, figures: [] };
}

export async function benchFindAll(plan: Plan): Promise<Section> {
  const dataset = await generateDataset(plan.folder, MANY_PARTNERS);
  const pinrate = await startPinrate({ dataDir: join(plan.folder, 'many'), dataset });
  const [specific, findAll] = [await specificQuestions(pinrate.url), findAllQuestions()];
  const contestants = (connections?: number) => [
    { name: `availability: specific, ${MANY_PARTNERS} partners`, server: pinrate, questions: specific, connections },
    { name: `availability: find-all, ${MANY_PARTNERS} partners`, server: pinrate, questions: findAll, connections },
  ];
  const crowded = await takeTurns(contestants(), plan);
  const alone = await takeTurns(contestants(1), plan);
  await pinrate.stop();
  return {
    title: `find-all over ${MANY_PARTNERS} partners`,
    series: [...crowded, ...alone],
    figures: [timesSpecific('64 connections', crowded), timesSpecific('one connection', alone)],
  };
}

function timesSpecific(where: string, [specific, findAll]: readonly Series[]): Figure {
  const samples = throughputRatios(specific!, findAll!);
  return {
    name: `find-all over ${MANY_PARTNERS} partners: times a specific check, ${where}`, value: median(samples), unit: 'x',
    target: { atMost: MOST_TIMES_SPECIFIC }, samples,
  };
}

/** An assignment that nobody takes is a 200 too, and would measure nothing. */
async function assertAssigns(pinrate: Server, { path, bodies }: Questions): Promise<void> {
  for (const [index, body] of bodies.entries()) {
    const { status, text } = await ask(pinrate.url, path, body.replace('[<id>]', `first-${index}`));
    assert.equal(status, 200, text);
    assert((JSON.parse(text) as { data: { success: boolean } }).data.success, text);
  }
}
