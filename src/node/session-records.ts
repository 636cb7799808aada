import { type Recorded, windowOutcome } from '../collect/recording.js';
import type { ExecUpdate } from './exec-types.js';

/** What is recorded of a call to a session. While its program runs, `ok` says that the call went well. */
export function sessionRecord(op: string, data: Record<string, unknown>): Recorded<ExecUpdate> {
  return {
    op,
    data,
    outcome({ sessionId, exitCode, signal, collected }) {
      const { data: window, stdout, stderr } = windowOutcome(collected);
      return {
        ok: sessionId !== null || exitCode === 0 || op === 'terminate',
        data: { ...data, ...window, exec_session_id: sessionId, exit_code: exitCode, signal },
        stdout,
        stderr,
      };
    },
    withSinkError: (update, sinkError) => ({ ...update, collected: { sinkError, ...update.collected } }),
  };
}
