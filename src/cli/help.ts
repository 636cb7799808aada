/** What is printed unless `--tokens` or `--bytes` is given. */
export const DEFAULT_TOKENS = 10_000;

export const HELP = `Usage: millrace [options] -- command args...
       some-program | millrace [options]
       millrace page HANDLE [page options]
       millrace serve [--redact-env NAMES] [--strip-ansi]

Runs a program, or reads standard input, and prints what came in a bounded
size: the beginning, the end, and how much was left out between. "serve" offers
that, with sessions to read on and to write to, as tools of the Model Context
Protocol on standard input and output. "page" prints a part of an output that
--spill has kept.

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
  --spill              keep the whole output on disk, for a day: the marker, the
                       records and --report have the handle for "page"
  --strip-ansi         leave escape sequences out of what is printed
  --redact-env NAMES   mask the values of these variables, NAME,NAME, wherever
                       they would show, on disk too
  --jsonl FILE         append a record of the start and one of the finish
  --events FILE        the same, with up to 8,000 characters of what came out
  --report             print the facts as JSON on stderr
  -h, --help           print this help
  --version            print the version

Page options:
  --from N             begin at byte N of the output (default 0)
  --bytes SIZE         print at most SIZE bytes (default 40000)
  --lines N            print at most N lines
  --grep TEXT          print only lines with TEXT, each behind its position

SIZE is 4096, 64KiB or 1MB, up to 256MiB; DURATION is 500ms, 2s, 1.5m or 1h.

The program reads the standard input of millrace, unless that is a terminal: a
question of the program would not be seen.

Exit code: that of the program; 128+N if signal N ended it; 124 if its time was up;
127 if there is no such program, 126 if it cannot be run; 2 for wrong usage.
`;
