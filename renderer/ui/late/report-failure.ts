import type { ContextType } from 'react'
import type { MainWindowContext } from '../../stores/context.js'

/** The most characters of an error that the log takes. */
const MAX_LENGTH = 2_000

/**
 * Writes the failure of a part of the window to the log.
 * @param part its name
 */
export function reportFailure(
  mainWindow: ContextType<typeof MainWindowContext>,
  { name, message }: Error,
  part: string,
): void {
  void mainWindow?.invoke('app.report', {
    message: `${name}: ${message}`.slice(0, MAX_LENGTH),
    where: part,
  })
}
