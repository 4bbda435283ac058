/** Writes data/demo: `npm run data:demo`. Run it again after the geography or a card in demo-maker/partners changed. */
import { fileURLToPath } from 'node:url';
import { demoFiles, makeDemo } from './demo-maker/demo.js';
import { describeDataset, writeFiles } from './demo-maker/folder.js';
import { readGeography } from './demo-maker/geography.js';

const folder = fileURLToPath(new URL('./demo/', import.meta.url));
const geography = readGeography();
const dataset = makeDemo(geography);
writeFiles(folder, demoFiles(dataset, geography));
console.log(describeDataset(dataset));
