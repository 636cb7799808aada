import { historyTests } from './helpers/histories.js';

// Others on each runtime.
historyTests(50);
