/**
 * Prints V8's flags for this machine, which `npm start` gives to the process: V8 takes them at its start alone. This file
 * is JavaScript because nothing is compiled before it.
 *
 * On one or two cores V8's helper threads collect a thread's garbage on the cores that the front and the control thread
 * need. Without them p99 of charges next to assignments of all pincodes is 2.3 times that without, and was 5.5 times
 * (bench/README.md); a charge alone costs the same of all threads, and 3 % more of the main thread. With more cores the
 * helpers have one.
 */
import { availableParallelism } from 'node:os';
import process from 'node:process';

const FEW_CORES = 2;

if (availableParallelism() <= FEW_CORES) process.stdout.write('--single-threaded-gc\n');
