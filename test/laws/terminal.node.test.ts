import { terminalLaws } from './helpers/terminal-laws.js';

terminalLaws(5000);
