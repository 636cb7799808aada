/** The budget unless one is given. */
export const DEFAULT_TOKENS = 10_000;

export const HELP = `Usage: millrace [options] -- command args...
       some-program | millrace [options]
       millrace serve

Runs a program, or reads standard input, and prints what came in a bounded
size: the beginning, the end, and how much was left out between. "serve" offers
that, with sessions to read on and to write to, as tools of the Model Context
Protocol on standard input and output.

Options:
  --tokens N           print at most N tokens, at 4 bytes each (default ${DEFAULT_TOKENS})
  --tokenizer NAME     count tokens as o200k_base, cl100k_base, ... does: needs
                       the package gpt-tokenizer
  --bytes SIZE         print at most SIZE bytes
  --max-buffer SIZE    keep at most SIZE bytes of the output in memory (default
                       1MiB, or the budget if that is more)
  --deadline DURATION  end the program and all it started after DURATION
  --idle DURATION      end them when nothing came for DURATION
  --tty                run the program on a terminal of its own, with empty input
  --shell              the command is one string for the shell
  --jsonl FILE         append a record of the start and one of the finish
  --events FILE        the same, with up to 8,000 characters of what came out
  --report             print the facts as JSON on stderr
  -h, --help           print this help
  --version            print the version

SIZE is 4096, 64KiB or 1MB, up to 256MiB; DURATION is 500ms, 2s, 1.5m or 1h.

The program reads the standard input of millrace, unless that is a terminal: a
question of the program would not be seen.

Exit code: that of the program; 128+N if signal N ended it; 124 if its time was up;
127 if there is no such program, 126 if it cannot be run; 2 for wrong usage.
`;
