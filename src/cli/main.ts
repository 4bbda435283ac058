#!/usr/bin/env node
/**
 * `pinrate`: the command line of a running node (docs/command-line.md). In a checkout `npm run pinrate` runs these
 * sources through tsx and leaves dist/ alone: a node may be running from it, and its next thread would load other code.
 */
import { homedir } from 'node:os';
import { runCli } from './run.js';
import { EXIT } from './world.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // the reader may stop early, as in `pinrate log | head`: no fault
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`the output cannot be written (${error.code})\n`);
  process.exit(EXIT.unwritten);
});

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  homeFolder: homedir(),
  demoUrl: 'http://127.0.0.1:8080',
  out: process.stdout,
  err: process.stderr,
});
