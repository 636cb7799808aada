// Random words and numbers, from a seed.

/** Numbers from 0 to 1, the same for a seed. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Two sets of words, so that what was fitted on one can be tried on another.
const WORDS = [
  'read write open close stream buffer chunk token count limit value index result error message user session request response file path name list map node tree parse build test cache queue worker thread socket server client config option default update insert delete select table column row key hash',
  'render layout widget canvas pixel color matrix vector scene camera shader texture frame event handler listener dispatch state reducer store action payload route guard filter sort merge split join match search replace format locale currency invoice order product basket customer account balance transfer branch commit release deploy region cluster volume snapshot metric',
].map((words) => words.split(' '));

/** What the makers of texts draw from. */
export function source(seed, set) {
  const next = random(seed * 2 + set);
  const words = WORDS[set];
  const integer = (below) => Math.floor(next() * below);
  const pick = (list) => list[integer(list.length)];
  const word = () => pick(words);
  const upper = (text) => text[0].toUpperCase() + text.slice(1);
  const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));
  const camel = () => word() + times(integer(3), () => upper(word())).join('');
  const pascal = () => times(1 + integer(2), () => upper(word())).join('');
  const snake = () => times(1 + integer(3), word).join('_');
  const hex = (length) => times(length, () => integer(16).toString(16)).join('');
  const digits = (length) => times(length, () => integer(10)).join('');
  const two = (below) => String(integer(below)).padStart(2, '0');
  const number = () => pick([digits(1), digits(2), digits(1 + integer(9)), `${digits(2)}.${digits(1 + integer(6))}`]);
  const date = () => `20${two(30)}-${two(12)}-${two(28)}T${two(24)}:${two(60)}:${two(60)}.${digits(3)}Z`;
  return { integer, pick, word, upper, times, camel, pascal, snake, hex, digits, number, date };
}
