// Three packages that count tokens, each as the `tokenizer` of millrace. In all of them special tokens that stand in a text
// are taken for the text that they are: what a program prints is no instruction.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/o200k_base';
import { get_encoding } from 'tiktoken';

const noneIsSpecial = { disallowedSpecial: new Set() };
export const gptTokenizer = {
  name: 'gpt-tokenizer, o200k_base',
  count: (text) => countTokens(text, noneIsSpecial),
};

const lite = new Tiktoken(ranks);
export const jsTiktoken = {
  name: 'js-tiktoken, o200k_base',
  count: (text) => lite.encode(text, [], []).length,
};

// Its memory is outside of the engine's: `wasm.free()` gives it back.
const wasm = get_encoding('o200k_base');
export const tiktoken = {
  name: 'tiktoken, o200k_base',
  count: (text) => wasm.encode_ordinary(text).length,
};
