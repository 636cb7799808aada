import { terminalLaws } from './helpers/terminal-laws.js';

// Others on each runtime.
terminalLaws(500);
