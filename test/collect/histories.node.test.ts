import { historyTests } from './helpers/histories.js';

historyTests(500);
