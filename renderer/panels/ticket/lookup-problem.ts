import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { WindowText } from '../../../shared/messages/window-text.js'

/** Why the broker's data on the symbol are missing, and whether a retry by the person helps. */
interface LookupProblem {
  readonly text: string
  readonly mayRetry: boolean
}

/** Says why a symbol could not be read; `error` is null when the broker does not know it. */
export function lookupProblem(
  error: AppError | null,
  { ticket, errors }: Pick<WindowText, 'ticket' | 'errors'>,
): LookupProblem {
  const code = error?.code
  // Nothing was sent: the data come once the code on the phone is entered.
  return code === 'session/awaits-code' || code === 'session/not-confirmed'
    ? { text: errors.sentences[code], mayRetry: false }
    : { text: ticket.lookup.failed, mayRetry: true }
}
