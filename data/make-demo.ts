/** Writes data/demo: `npm run data:demo`. Run it again after the geography or a card in demo-maker/partners changed. */
import { fileURLToPath } from 'node:url';
import { describeDataset, writeDataset } from './demo-maker/folder.js';
import { makeDemo } from './demo-maker/demo.js';

const folder = fileURLToPath(new URL('./demo/', import.meta.url));
const dataset = makeDemo();
writeDataset(folder, dataset);
console.log(describeDataset(dataset));
