/** The built package, by its path: this folder is a package of its own, and so the name is not known in it. */
export * from '../dist/index.js';
